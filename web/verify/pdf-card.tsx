import { useId, useState } from 'react'
import { formatRoomTime, formatRoomTimeIn } from '../../contract/core/room-time.ts'
import { useTranslation } from '../lib/i18n.ts'
import { Card, Fact, NoteLine, type Tone, ZONE } from './card.tsx'
import type { PdfState, PdfVerdict, SignatureFinding } from './pdf/check-pdf.ts'
import { hashesIn } from './pdf/hashes.ts'

type Proven = Extract<SignatureFinding, { isProven: true }>

const TONES: Readonly<Record<PdfState, Tone>> = {
  whole: 'good',
  'whole-mixed': 'warn',
  appended: 'bad',
  altered: 'bad',
  unsigned: 'warn',
}

const KEYS = {
  whole: 'whole',
  'whole-mixed': 'mixed',
  appended: 'appended',
  altered: 'altered',
  unsigned: 'unsigned',
} as const

const inGroups = (hash: string): string => hash.match(/.{4}/g)?.join(' ') ?? hash

/** Without a fingerprint from another channel, signatures prove no identity. */
export function PdfCard({
  name,
  verdict,
}: {
  readonly name: string
  readonly verdict: PdfVerdict
}) {
  const { t } = useTranslation()
  const { state, sha256, signatures } = verdict
  const proven = signatures.filter((one): one is Proven => one.isProven)
  const hasExpired = proven.some(({ wasValid }) => !wasValid)
  const tone = TONES[state] === 'good' && hasExpired ? 'warn' : TONES[state]
  return (
    <Card tone={tone} title={t(`verify.${KEYS[state]}Title`)} name={name}>
      <p>{t(`verify.${KEYS[state]}Text`)}</p>
      {signatures.map((signature) => (
        <Signature key={signature.number} signature={signature} isOnly={signatures.length === 1} />
      ))}
      <dl className="verify-facts">
        <Fact name={t('verify.fileHash')} hint={t('verify.fileHashHint')}>
          <code>{inGroups(sha256)}</code>
        </Fact>
      </dl>
      <Comparison
        sha256={sha256}
        fingerprints={proven.map(({ certificate }) => certificate.fingerprint)}
      />
    </Card>
  )
}

interface SignatureProps {
  readonly signature: SignatureFinding
  readonly isOnly: boolean
}

function Signature({ signature, isOnly }: SignatureProps) {
  const { t } = useTranslation()
  const title = !isOnly && (
    <h3 className="verify-signature">{t('verify.signature', { number: signature.number })}</h3>
  )
  if (!signature.isProven)
    return (
      <>
        {title}
        <p>{t(faultKey(signature.fault))}</p>
      </>
    )
  return (
    <>
      {title}
      {signature.behind === 'proofs' && <p>{t('verify.behindProofs')}</p>}
      {signature.behind === 'more' && !isOnly && <p>{t('verify.behindMore')}</p>}
      {!signature.wasValid && <Warning>{t('verify.notValid')}</Warning>}
      {signature.hasBadTimeStamp && <Warning>{t('verify.badTimeStamp')}</Warning>}
      <SignatureFacts signature={signature} />
    </>
  )
}

const Warning = ({ children }: { readonly children: string }) => (
  <ul className="verify-notes">
    <NoteLine tone="warn">{children}</NoteLine>
  </ul>
)

function SignatureFacts({
  signature: { certificate, time, reason },
}: {
  readonly signature: Proven
}) {
  const { t, language } = useTranslation()
  const reported = (date: Date) => formatRoomTime(date, language, ZONE)
  return (
    <dl className="verify-facts">
      <Fact
        name={t('verify.signer')}
        {...(certificate.isSelfSigned ? { hint: t('verify.selfSigned') } : {})}
      >
        {certificate.subject}
      </Fact>
      {!certificate.isSelfSigned && <Fact name={t('verify.issuer')}>{certificate.issuer}</Fact>}
      {reason && <Fact name={t('verify.reason')}>{reason}</Fact>}
      {time && (
        <Fact
          name={t('verify.signedAt')}
          hint={
            time.authority === undefined
              ? t('verify.timeClaimed')
              : t('verify.timeStamped', { authority: time.authority })
          }
        >
          {formatRoomTimeIn(time.at, language, ZONE)}
        </Fact>
      )}
      <Fact name={t('verify.validity')}>
        {t('verify.validityValue', {
          from: reported(certificate.notBefore),
          to: reported(certificate.notAfter),
        })}
      </Fact>
      <Fact name={t('verify.certificateHash')} hint={t('verify.certificateHashHint')}>
        <code>{inGroups(certificate.fingerprint)}</code>
      </Fact>
    </dl>
  )
}

function faultKey(fault: Extract<SignatureFinding, { isProven: false }>['fault']) {
  if (fault.startsWith('range-')) return 'verify.faultRange' as const
  const keys = {
    unreadable: 'verify.faultUnreadable',
    altered: 'verify.faultAltered',
    forged: 'verify.faultForged',
    weak: 'verify.faultWeak',
    certificate: 'verify.faultCertificate',
  } as const
  return keys[fault as keyof typeof keys]
}

interface ComparisonProps {
  readonly sha256: string
  readonly fingerprints: readonly string[]
}

function Comparison({ sha256, fingerprints }: ComparisonProps) {
  const { t } = useTranslation()
  const id = useId()
  const [text, setText] = useState('')
  const hashes = hashesIn(text)
  const isFile = hashes.includes(sha256)
  const isCertificate = fingerprints.some((fingerprint) => hashes.includes(fingerprint))
  const isOther = text.trim() !== '' && !isFile && !isCertificate
  return (
    <div className="verify-paste">
      <label htmlFor={`${id}-text`}>{t('verify.compare')}</label>
      <textarea
        id={`${id}-text`}
        className="field"
        rows={2}
        spellCheck={false}
        value={text}
        aria-describedby={`${id}-help`}
        aria-invalid={isOther}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <p id={`${id}-help`} className="meta">
        {t('verify.compareHelp')}
      </p>
      <p className={isOther ? 'problem' : 'meta'} role="status">
        {isFile && t('verify.sameFile')} {isCertificate && t('verify.sameCertificate')}
        {isOther && t(hashes.length === 0 ? 'verify.noHash' : 'verify.otherHash')}
      </p>
    </div>
  )
}
