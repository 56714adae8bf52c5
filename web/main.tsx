import './app/theme/styles.ts';
import { begin } from './app/begin.tsx';

const root = document.getElementById('root');
if (root) begin(root);
