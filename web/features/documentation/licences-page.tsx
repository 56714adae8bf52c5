import typeface from '@fontsource-variable/inter/LICENSE?raw';
import voltboard from '../../../LICENSE?raw';
import { DocSection, DocTable, DocTitle } from './doc-parts.tsx';
import classes from './documentation.module.css';

/** The page about what the license allows, and third-party licenses. */
export function LicencesPage() {
  return (
    <>
      <DocTitle title="Licenses">Voltboard is free software under the MIT license.</DocTitle>
      <DocSection id="what-you-may-do" title="What you may do">
        <DocTable
          label="What the license allows"
          head={['Action', 'At one site', 'For many customers']}
          rows={[
            ['Use it, including commercially', 'yes', 'yes'],
            ['Change it', 'yes', 'yes'],
            ['Distribute or sell it', 'yes', 'yes'],
            ['Remove the notice', 'no', 'no'],
          ]}
        />
        <p>
          Include the copyright notice and the license text (the file LICENSE) with every copy. There is no warranty.
        </p>
      </DocSection>
      <DocSection id="what-is-not-ours" title="Third-party parts">
        <DocTable
          label="Third-party parts"
          head={['Part', 'License']}
          rows={[
            ['Inter, the typeface', 'SIL Open Font License 1.1'],
            ['DejaVu Sans, in statements', 'Bitstream Vera license'],
            ['any-ascii, in statements', 'ISC'],
            ['Borders of states and countries (US Census, Natural Earth)', 'public domain; packages ISC'],
            ['US cities, in the demo network and the search for places (GeoNames)', 'CC BY 4.0'],
            ['Names of countries (Unicode CLDR)', 'Unicode License v3'],
            ['ApexCharts 4.7.0, Apache ECharts, D3 geo, MapLibre', 'MIT, Apache 2.0, ISC, BSD 3-Clause'],
            ['Icons (Tabler)', 'MIT'],
            ['Font Awesome 4.7.0, the font', 'SIL Open Font License 1.1'],
            ['Glyphicons Halflings, the font', 'MIT, with Bootstrap 3.4.1'],
          ]}
        />
        <p>
          The licenses of all packages in the web client are in <a href="/licenses.md">licenses.md</a>.
        </p>
      </DocSection>
      <DocSection id="texts" title="License texts">
        <LicenceText title="The MIT license of Voltboard" text={voltboard} />
        <LicenceText title="The SIL Open Font License of the typeface" text={typeface} />
      </DocSection>
    </>
  );
}

function LicenceText({ title, text }: { title: string; text: string }) {
  return (
    <details className={classes.licence}>
      <summary>{title}</summary>
      <pre>{text}</pre>
    </details>
  );
}
