import { formatRoomTimeIn } from '../../contract/core/room-time.ts'
import { fromBase64 } from '../../contract/proof/bytes.ts'
import { describeBackups } from '../../contract/proof/certificate-words.ts'
import { hashInGroups } from '../../contract/proof/checkpoint.ts'
import type { CertificateVerdict, DestructionFacts } from '../../contract/proof/destruction.ts'
import { formatSize } from '../lib/format.ts'
import { useTranslation } from '../lib/i18n.ts'
import { Card, Fact, ZONE } from './card.tsx'

interface CertificateCardProps {
  readonly name: string
  readonly verdict: CertificateVerdict
  readonly fingerprint: string | undefined
}

const FAULTS = {
  UNREADABLE: 'verify.destructionUnreadable',
  BAD_SIGNATURE: 'verify.destructionChanged',
  OTHER_KEY: 'verify.destructionOtherKey',
  BAD_LOG: 'verify.destructionBadLog',
} as const

export function CertificateCard({
  name,
  verdict: { fault, facts },
  fingerprint,
}: CertificateCardProps) {
  const { t } = useTranslation()
  const isSound = fault === undefined && facts !== undefined
  return (
    <Card
      tone={isSound ? 'good' : 'bad'}
      title={t(
        isSound
          ? 'verify.destructionTitle'
          : fault === 'UNREADABLE'
            ? 'verify.destructionUnreadableTitle'
            : 'verify.destructionChangedTitle',
      )}
      name={name}
    >
      <p>{t(isSound ? 'verify.destructionText' : FAULTS[fault ?? 'UNREADABLE'])}</p>
      <dl className="verify-facts">
        {isSound && <Facts facts={facts} />}
        {fingerprint !== undefined && (
          <Fact name={t('verify.fingerprint')} hint={t('verify.destructionFingerprintHint')}>
            <code>{fingerprint}</code>
          </Fact>
        )}
      </dl>
    </Card>
  )
}

function Facts({
  facts: { room, asked, confirmed, keyDestroyedAt, finishedAt, destroyed, log, remains },
}: {
  readonly facts: DestructionFacts
}) {
  const { t, language } = useTranslation()
  const reported = (at: string): string => formatRoomTimeIn(new Date(at), language, ZONE)
  const who = (by: DestructionFacts['asked']['by']): string =>
    by === null ? t('verify.machine') : `${by.name} (${by.email})`
  const listed =
    destroyed.documents.list === null ? undefined : fromBase64(destroyed.documents.list)
  return (
    <>
      <Fact name={t('verify.room')}>
        {room.name} ({room.roomNo})
      </Fact>
      <Fact name={t('verify.destructionAsked')}>
        {reported(asked.at)} ·{' '}
        {asked.by === null && confirmed.how === 'restored'
          ? t('verify.firstCertificate')
          : who(asked.by)}
      </Fact>
      <Fact name={t('verify.destructionConfirmed')}>
        {reported(confirmed.at)} ·{' '}
        {confirmed.by ? who(confirmed.by) : t(`verify.destructionBy_${confirmed.how}`)}
      </Fact>
      <Fact name={t('verify.destructionKey')}>{reported(keyDestroyedAt)}</Fact>
      <Fact name={t('verify.destructionFinished')}>{reported(finishedAt)}</Fact>
      <Fact
        name={t('verify.destructionDocuments')}
        {...(listed ? { hint: t('verify.destructionListHint') } : {})}
      >
        {t('verify.destructionContents', {
          count: destroyed.documents.count,
          size: formatSize(destroyed.documents.bytes),
        })}
        {listed && (
          <>
            {' '}
            <code>{hashInGroups(listed)}</code>
          </>
        )}
      </Fact>
      <Fact name={t('verify.destructionVersions')}>
        {t('verify.destructionContents', {
          count: destroyed.versions.count,
          size: formatSize(destroyed.versions.bytes),
        })}
      </Fact>
      <Fact name={t('verify.destructionOthers')}>
        {t('verify.destructionCounts', {
          signed: destroyed.signed,
          messages: destroyed.messages,
          members: destroyed.members,
          blobs: destroyed.blobs,
        })}
      </Fact>
      {log && (
        <Fact name={t('verify.destructionLog')}>
          {t('verify.sizeValue', { count: log.entries })}{' '}
          <code>{hashInGroups(fromBase64(log.root) ?? new Uint8Array())}</code>
        </Fact>
      )}
      <Fact name={t('verify.destructionLogUntil')}>
        {t('verify.destructionUntil', { date: reported(remains.logUntil) })}
      </Fact>
      <Fact name={t('verify.destructionDatabaseUntil')}>
        {t('verify.destructionUntil', { date: reported(remains.databaseBackupsUntil) })}
      </Fact>
      <Fact name={t('verify.destructionKeysUntil')} hint={t('verify.destructionKeysHint')}>
        {t('verify.destructionUntil', { date: reported(remains.keyBackupsUntil) })}
      </Fact>
      {remains.backups && (
        <Fact name={t('verify.destructionBackups')}>
          {describeBackups(remains.backups, language === 'ko')}
        </Fact>
      )}
    </>
  )
}
