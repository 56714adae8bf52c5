import { Button } from '@mantine/core';
import { IconCreditCard, IconPrinter } from '@tabler/icons-react';
import { Logo } from '../../../web/ui/logo.tsx';
import { showToast } from '../../../web/ui/toast.ts';
import { Widget } from '../../../web/ui/widget.tsx';
import { ShowcasePage } from '../showcase-page.tsx';
import classes from './invoice.module.css';
import { amountText, CLIENT, COMPANY, LINES, SUBTOTAL_CENTS, TAX_CENTS, TOTAL_CENTS } from './sample-data/invoice.ts';

/** An invoice that prints on one page, without the surrounding shell. */
export function InvoicePage() {
  return (
    <ShowcasePage title="Invoice">
      <Invoice />
    </ShowcasePage>
  );
}

const DATE = new Intl.DateTimeFormat('en-US', { dateStyle: 'long' });

/** The whole invoice. Only this part prints. */
function Invoice() {
  return (
    <Widget label="Invoice" className={classes.invoice ?? ''}>
      <div className={classes.head}>
        <Logo />
        <div className={classes.number}>
          <p className={classes.strong}>#4518 / {DATE.format(new Date())}</p>
          <p>Equipment for eleven outlets, first delivery</p>
        </div>
      </div>
      <div className={classes.parties}>
        <Party heading="Company Information" party={COMPANY} />
        <Party heading="Client Information" party={CLIENT} note={CLIENT.note} />
      </div>
      <Lines />
      <div className={classes.end}>
        <p className={classes.note}>
          <strong>Note:</strong> Thank you for your order. Please pay within fourteen days; the number above is enough
          as a reference.
        </p>
        <dl className={classes.totals}>
          <Total label="Subtotal" cents={SUBTOTAL_CENTS} />
          <Total label="Tax(10%)" cents={TAX_CENTS} />
          <Total label="Total" cents={TOTAL_CENTS} isLast />
        </dl>
      </div>
      <p className={classes.signer}>
        <span>Head of sales</span>
        <strong>Jonas Ellery</strong>
      </p>
      <div className={classes.actions}>
        <Button
          variant="default"
          leftSection={<IconPrinter size={18} stroke={1.75} aria-hidden="true" />}
          onClick={() => window.print()}
        >
          Print
        </Button>
        <Button
          leftSection={<IconCreditCard size={18} stroke={1.75} aria-hidden="true" />}
          onClick={() =>
            void showToast({ kind: 'info', key: 'invoice', message: 'A sample invoice: there is nothing to pay.' })
          }
        >
          Proceed with Payment
        </Button>
      </div>
    </Widget>
  );
}

type PartyProps = {
  heading: string;
  party: { name: string; place: string; email: string; phone: string; fax: string };
  note?: string;
};

function Party({ heading, party: { name, place, email, phone, fax }, note }: PartyProps) {
  return (
    <section className={classes.party}>
      <h2>{heading}</h2>
      <address>
        <strong>{name}</strong>
        <br />
        {place}
        <br />
        <abbr title="Work email">e-mail:</abbr> {email}
        <br />
        <abbr title="Work phone">phone:</abbr> {phone}
        <br />
        <abbr title="Work fax">fax:</abbr> {fax}
      </address>
      {note === undefined ? null : <p className={classes.clientNote}>{note}</p>}
    </section>
  );
}

function Lines() {
  return (
    <table className={classes.lines}>
      <thead>
        <tr>
          <th scope="col">#</th>
          <th scope="col">Item</th>
          <th scope="col" className={classes.wideOnly}>
            Description
          </th>
          <th scope="col" className={classes.amount}>
            Quantity
          </th>
          <th scope="col" className={`${classes.amount} ${classes.wideOnly}`}>
            Price per Unit
          </th>
          <th scope="col" className={classes.amount}>
            Total
          </th>
        </tr>
      </thead>
      <tbody>
        {LINES.map(({ item, description, quantity, price, cents }, index) => (
          <tr key={item}>
            <td>{index + 1}</td>
            <td>{item}</td>
            <td className={classes.wideOnly}>{description}</td>
            <td className={classes.amount}>{quantity}</td>
            <td className={`${classes.amount} ${classes.wideOnly}`}>{price}</td>
            <td className={classes.amount}>{amountText(cents)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Total({ label, cents, isLast = false }: { label: string; cents: number; isLast?: boolean }) {
  return (
    <div className={classes.total} data-last={isLast || undefined}>
      <dt>{label}</dt>
      <dd>{amountText(cents)}</dd>
    </div>
  );
}
