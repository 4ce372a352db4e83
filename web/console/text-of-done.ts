import type { Translate } from '../lib/i18n.ts'

const KINDS = {
  'session.opened': 'console.did_signOn',
  'session.refused': 'console.did_refused',
  'passkey.registered': 'console.did_registered',
  'account.bound': 'console.did_bound',
  'account.unbound': 'console.did_unbound',
  'account.refused-provider': 'console.refused_provider',
  'account.refused-weak': 'console.refused_weak',
  'account.refused-unverified': 'console.refused_unverified',
  'account.refused-unknown': 'console.refused_unknown',
  'account.refused-uninvited': 'console.refused_uninvited',
  'account.refused-other': 'console.refused_another',
  'administrator.invited': 'console.did_invited',
  'administrator.removed': 'console.did_removed',
  'room.created': 'console.did_created',
  'room.structure-copied': 'console.did_copied',
  'room.renamed': 'console.did_renamed',
  'room.limits': 'console.did_limits',
  'room.closing': 'console.did_closing',
  'operator.asked-operator': 'console.did_askedOperator',
  'operator.asked-reset': 'console.did_askedReset',
  'operator.withdrawn': 'console.did_withdrawn',
  'operator.ended': 'console.did_ended',
  'api-key.created': 'console.did_keyCreated',
  'api-key.revoked': 'console.did_keyRevoked',
  'webhook.created': 'console.did_hookCreated',
  'webhook.removed': 'console.did_hookRemoved',
  'webhook.redelivered': 'console.did_redelivered',
} as const

const isKnown = (kind: string): kind is keyof typeof KINDS => Object.hasOwn(KINDS, kind)

/** Newer releases have further kinds. */
export function textOfDone(t: Translate, kind: string, about: string | null): string {
  if (kind === 'session.opened' && about === 'oidc') return t('console.did_signOnAccount')
  const text = isKnown(kind) ? t(KINDS[kind]) : kind
  return about === null || kind.startsWith('session.') ? text : `${text}: ${about}`
}
