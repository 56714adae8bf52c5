import '@mantine/core/styles/Tabs.layer.css';
import { Tabs } from '@mantine/core';
import { CodeBlock } from '../../ui/code-block.tsx';
import { COMPONENT_DOCS, type ComponentExample } from './component-docs.ts';
import { DocSection, DocTitle } from './doc-parts.tsx';
import classes from './documentation.module.css';

/** A component's page: its import, then live examples with their code. */
export function ComponentPage({ path }: { path: string }) {
  const doc = COMPONENT_DOCS[path];
  if (doc === undefined) return null;
  return (
    <>
      <DocTitle title={doc.title}>{doc.text}</DocTitle>
      <CodeBlock label="Import" language="tsx" code={doc.snippet} />
      {doc.examples.map((example) => (
        <DocSection key={example.title} id={idOf(example.title)} title={example.title}>
          <LiveExample example={example} />
        </DocSection>
      ))}
    </>
  );
}

const idOf = (title: string): string => title.toLowerCase().replaceAll(/\W+/g, '-');

function LiveExample({ example: { title, Example, code } }: { example: ComponentExample }) {
  return (
    <Tabs defaultValue="example" keepMounted={false} className={classes.example ?? ''}>
      <Tabs.List aria-label={title}>
        <Tabs.Tab value="example">Example</Tabs.Tab>
        <Tabs.Tab value="code">Code</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="example" className={classes.live ?? ''}>
        <Example />
      </Tabs.Panel>
      <Tabs.Panel value="code" className={classes.exampleCode ?? ''}>
        <CodeBlock label={`Code: ${title}`} language="tsx" code={code} />
      </Tabs.Panel>
    </Tabs>
  );
}
