import { Button } from '@mantine/core';
import { IconArchive, IconPencil, IconPlug, IconPlus, IconRotate } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { AdminCustomer, CustomerDetail } from '#contract/customers.ts';
import { CUSTOMER_FIELDS, VENUE_FIELDS } from '#contract/editable-fields.ts';
import { capitalized } from '#domain/capitalized.ts';
import { counted, NOUNS } from '#domain/counted.ts';
import { HousePicturePart } from '../../house-picture/house-picture-part.tsx';
import { formatCount } from '../../lib/formatters.ts';
import { interpolate } from '../../lib/interpolate.ts';
import { ConfirmedAction, type ConfirmedActionPlan } from '../../ui/confirmed-action.tsx';
import { Facts, Section, TermStart } from '../../ui/drawer-parts.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { FormDrawer } from '../../ui/form-drawer.tsx';
import { SchemaForm } from '../../ui/schema-form.tsx';
import { LinesSkeleton } from '../../ui/skeletons.tsx';
import { StateTag } from '../../ui/state-tag.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { customerPlanOf } from './customer-plans.tsx';
import { type IssuedKeys, IssuedKeysDialog } from './issued-keys-dialog.tsx';
import { KeySection } from './key-section.tsx';
import classes from './network.module.css';
import { customerQuery, NETWORK, restore, retire } from './network-api.ts';
import type { NetworkDrawerProps } from './network-drawer.ts';
import { customerDrawerStrings as strings } from './network-strings.ts';
import { shownShare } from './shown-share.ts';
import { fieldFacts, writtenValues } from './written-facts.ts';

/** A customer's fields, venues, shares and gateway keys, and its actions. */
export function CustomerDrawer({ id, form, onForm, onClose }: NetworkDrawerProps) {
  const { data: detail, error, isFetching, refetch } = useQuery(customerQuery(id));
  const [issued, setIssued] = useState<IssuedKeys | null>(null);
  const plan = detail === undefined ? null : customerPlanOf(form, detail, setIssued);
  return (
    <>
      <FormDrawer
        title={detail?.customer.name ?? strings.customer}
        context={detail?.customer.kind === 'advertiser' ? strings.advertiser : strings.property}
        isOpen
        onClose={onClose}
      >
        {detail ? (
          <>
            <Actions customer={detail.customer} onForm={onForm} />
            <About customer={detail.customer} />
            {detail.customer.kind === 'property' ? (
              <>
                <Venues detail={detail} onForm={onForm} />
                <Shares detail={detail} onForm={onForm} />
                <Section title={strings.housePicture}>
                  <HousePicturePart cid={id} />
                </Section>
                <KeySection
                  keys={detail.keys}
                  title={strings.gatewayKeys}
                  text={strings.noGatewayKeys}
                  isOpen={detail.customer.status === 'active'}
                  onForm={onForm}
                />
              </>
            ) : null}
          </>
        ) : null}
        {error && !detail ? (
          <ErrorState
            what={strings.loadFailed}
            message={error.message}
            onRetry={() => void refetch()}
            isRetrying={isFetching}
          />
        ) : null}
        {detail || error ? null : <LinesSkeleton lines={10} />}
      </FormDrawer>
      <SchemaForm plan={plan} topic={NETWORK} onClose={() => onForm('')} />
      <IssuedKeysDialog issued={issued} onClose={() => setIssued(null)} />
    </>
  );
}

/** Returns the confirmation for retiring or restoring the customer. */
function statusPlan(customer: AdminCustomer): ConfirmedActionPlan {
  const isRetired = customer.status === 'retired';
  return {
    title: interpolate(isRetired ? strings.restoreTitle : strings.retireTitle, { name: customer.name }),
    confirmLabel: isRetired ? strings.restore : strings.retire,
    isDangerous: !isRetired,
    text: isRetired ? strings.restoreText : strings.retireText,
    run: async () => {
      const { name } = await (isRetired ? restore : retire)(customer);
      return interpolate(isRetired ? strings.restored : strings.retiredToast, { name });
    },
  };
}

type ActionsProps = { customer: AdminCustomer; onForm: NetworkDrawerProps['onForm'] };

function Actions({ customer, onForm }: ActionsProps) {
  const [isOpen, ask] = useState(false);
  const isRetired = customer.status === 'retired';
  return (
    <div className={classes.actions}>
      <Button
        variant="default"
        leftSection={<IconPencil size={16} aria-hidden="true" />}
        onClick={() => onForm('edit')}
      >
        {strings.edit}
      </Button>
      {customer.kind === 'property' ? (
        <Button
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden="true" />}
          disabled={isRetired}
          onClick={() => onForm('outlets')}
        >
          {strings.addOutlets}
        </Button>
      ) : null}
      {customer.kind === 'property' ? (
        <Button
          variant="default"
          leftSection={<IconPlug size={16} aria-hidden="true" />}
          renderRoot={(props) => <Link {...props} to="/admin/outlets" search={{ customer_id: customer.id }} />}
        >
          {strings.viewOutlets}
        </Button>
      ) : null}
      <Button
        variant="default"
        leftSection={
          isRetired ? <IconRotate size={16} aria-hidden="true" /> : <IconArchive size={16} aria-hidden="true" />
        }
        onClick={() => ask(true)}
      >
        {isRetired ? strings.restore : strings.retire}
      </Button>
      <ConfirmedAction plan={isOpen ? statusPlan(customer) : null} topic={NETWORK} onClose={() => ask(false)} />
    </div>
  );
}

function About({ customer }: { customer: AdminCustomer }) {
  const { status, outlets, campaigns, accounts, share, created_at } = customer;
  return (
    <Facts
      facts={[
        [strings.status, status === 'active' ? strings.active : strings.retired],
        ...fieldFacts(CUSTOMER_FIELDS, customer, 'name'),
        ...(customer.kind === 'property'
          ? ([
              [strings.outlets, formatCount(outlets)],
              [strings.share, share === null ? '–' : shownShare(share)],
            ] as const)
          : ([[strings.campaigns, formatCount(campaigns)]] as const)),
        [strings.users, formatCount(accounts)],
        [strings.added, <TimeText key="since" instant={created_at} />],
      ]}
    />
  );
}

type PartProps = { detail: CustomerDetail; onForm: NetworkDrawerProps['onForm'] };

function Venues({ detail: { venues }, onForm }: PartProps) {
  return (
    <Section title={strings.venues} action={<AddButton label={strings.newVenue} onClick={() => onForm('venue')} />}>
      {venues.length === 0 ? <p className={classes.muted}>{strings.noVenues}</p> : null}
      <ul className={classes.entries} aria-label={strings.venues}>
        {venues.map((venue) => (
          <li key={venue.id} className={classes.entry} data-aside>
            <div className={classes.entryHead}>
              <strong>{venue.name}</strong>
              {venue.type === '' ? null : <StateTag>{capitalized(venue.type)}</StateTag>}
            </div>
            <p className={classes.muted}>
              {[
                ...writtenValues(VENUE_FIELDS, venue, 'name', 'type', 'lat', 'lng'),
                venue.time_zone,
                counted(venue.outlets, NOUNS.outlet),
              ].join(', ')}
            </p>
            <div className={classes.entryActions}>
              <Button
                size="compact-sm"
                variant="subtle"
                aria-label={interpolate(strings.editVenue, { name: venue.name })}
                leftSection={<IconPencil size={16} aria-hidden="true" />}
                onClick={() => onForm(`venue:${venue.id}`)}
              >
                {strings.edit}
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Shares({ detail: { shares, default_share, time_zone }, onForm }: PartProps) {
  return (
    <Section title={strings.shares} action={<AddButton label={strings.changeShare} onClick={() => onForm('share')} />}>
      <ul className={classes.entries} aria-label={strings.shares}>
        {shares.map(({ share, from, current }) => (
          <li key={from} className={classes.entry}>
            <div className={classes.entryHead}>
              <strong>{shownShare(share)}</strong>
              <span>{interpolate(strings.from, { time: <TermStart instant={from} timeZone={time_zone} /> })}</span>
              {current ? <StateTag>{strings.current}</StateTag> : null}
              {Date.parse(from) > Date.now() ? <StateTag>{strings.upcoming}</StateTag> : null}
            </div>
          </li>
        ))}
        <li className={classes.entry}>
          <div className={classes.entryHead}>
            <strong>{shownShare(default_share)}</strong>
            <span>{shares.length === 0 ? strings.defaultShare : strings.earlierDefaultShare}</span>
          </div>
        </li>
      </ul>
    </Section>
  );
}

const AddButton = ({ label, onClick }: { label: string; onClick: () => void }) => (
  <Button size="compact-sm" variant="default" leftSection={<IconPlus size={16} aria-hidden="true" />} onClick={onClick}>
    {label}
  </Button>
);
