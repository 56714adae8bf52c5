import { Button } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { identitiesQuery } from '../../lib/own-identities.ts';
import { publicConfigQuery } from '../../lib/public-config.ts';
import { AlertMessage } from '../../ui/alert-message.tsx';
import { Panel } from '../../ui/panel.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import classes from './account.module.css';
import { addressToConnect, disconnect } from './account-api.ts';

/** External accounts that sign in to this one. Shown only if a provider is configured or connected. */
export function ProvidersPanel({ isDemo }: { isDemo: boolean }) {
  const client = useQueryClient();
  const { data: config } = useQuery(publicConfigQuery);
  const { data: identities = [] } = useQuery(identitiesQuery);
  const connecting = useMutation({
    meta: { errors: 'own' },
    mutationFn: addressToConnect,
    onSuccess: (address) => window.location.assign(address),
  });
  const removing = useMutation({
    meta: { errors: 'own' },
    mutationFn: disconnect,
    onSettled: () => client.invalidateQueries({ queryKey: identitiesQuery.queryKey }),
  });
  const connected = new Set(identities.map(({ provider }) => provider));
  const others = config?.sign_in_providers.filter(({ name }) => !connected.has(name)) ?? [];
  if (identities.length === 0 && others.length === 0) return null;
  return (
    <Panel title="Other ways to sign in" context="Accounts elsewhere that open this one">
      <div className={classes.form}>
        <AlertMessage text={connecting.error?.message ?? removing.error?.message ?? null} />
        <ul className={classes.list}>
          {identities.map(({ id, label, email, last_used_at: lastUsedAt }) => (
            <li key={id} className={classes.item}>
              <IconKey size={24} stroke={1.5} aria-hidden="true" />
              <div className={classes.words}>
                <strong>{label}</strong>
                <small>{email}</small>
                <small>
                  Last used <TimeText instant={lastUsedAt} />
                </small>
              </div>
              <Button
                variant="default"
                size="xs"
                loading={removing.isPending && removing.variables === id}
                onClick={() => removing.mutate(id)}
                aria-label={`Disconnect ${label}`}
              >
                Disconnect
              </Button>
            </li>
          ))}
        </ul>
        <div className={classes.buttons}>
          {others.map(({ name, label }) => (
            <Button
              key={name}
              variant="default"
              disabled={isDemo}
              loading={connecting.isPending && connecting.variables === name}
              onClick={() => connecting.mutate(name)}
            >
              Connect {label}
            </Button>
          ))}
        </div>
      </div>
    </Panel>
  );
}
