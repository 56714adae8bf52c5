import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { interpolate } from '../lib/interpolate.ts';
import classes from './code-block.module.css';
import type { CodeLanguage, CodePiece } from './highlight-code.ts';
import { codeBlockStrings as strings } from './ui-strings.ts';
import { useCopy } from './use-copy.ts';

export type CodeBlockProps = {
  code: string;
  language: CodeLanguage;
  /** Name of the code, for screen readers. */
  label: string;
};

/**
 * Highlighted code with a copy button. Draws plain text immediately; highlighting follows when the highlighter has
 * loaded.
 */
export function CodeBlock({ code, language, label }: CodeBlockProps) {
  const pieces = usePieces(code, language);
  return (
    <div className={classes.block}>
      <CopyButton code={code} label={label} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways can be reached by key */}
      <section className={classes.code} tabIndex={0} aria-label={label}>
        <pre>
          <code>
            {pieces.map(({ kind, text }, index) =>
              kind === '' ? (
                text
              ) : (
                // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text keep their places
                <span key={index} className={classes[kind.split(' ')[0] ?? '']}>
                  {text}
                </span>
              ),
            )}
          </code>
        </pre>
      </section>
    </div>
  );
}

function usePieces(code: string, language: CodeLanguage): readonly CodePiece[] {
  const [shown, setShown] = useState<{ code: string; pieces: readonly CodePiece[] } | null>(null);
  useEffect(() => {
    let isGone = false;
    void import('./highlight-code.ts').then(({ highlightCode }) => {
      if (!isGone) setShown({ code, pieces: highlightCode(code, language) });
    });
    return () => {
      isGone = true;
    };
  }, [code, language]);
  return shown?.code === code ? shown.pieces : [{ kind: '', text: code }];
}

function CopyButton({ code, label }: { code: string; label: string }) {
  const { isCopied, copy } = useCopy(code);
  const Icon = isCopied ? IconCheck : IconCopy;
  return (
    <>
      <button
        type="button"
        className={classes.copy}
        aria-label={interpolate(strings.copy, { label })}
        onClick={() => void copy()}
      >
        <Icon size={16} stroke={1.75} aria-hidden="true" />
      </button>
      <span className={classes.spoken} role="status">
        {isCopied ? strings.copied : ''}
      </span>
    </>
  );
}
