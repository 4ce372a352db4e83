import '../../../ui/field/field.css'
import { type RefObject, useId, useState } from 'react'
import { LIMITS } from '../../../../contract/core/limits.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { HideButton } from '../../../ui/field/hide-button.tsx'
import { type ProtectionEntry, strengthOf } from './protection.ts'

const KINDS = ['plain', 'passphrase', 'age'] as const
const STRENGTHS = {
  weak: 'archive.strengthWeak',
  fair: 'archive.strengthFair',
  strong: 'archive.strengthStrong',
} as const

interface ProtectionFieldsProps {
  readonly entry: ProtectionEntry
  readonly onEntry: (entry: ProtectionEntry) => void
  readonly problem: string
  readonly field: RefObject<HTMLInputElement | null>
}

export function ProtectionFields({ entry, onEntry, problem, field }: ProtectionFieldsProps) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <fieldset className="archive-protection">
      <legend className="meta">{t('archive.protection')}</legend>
      {KINDS.map((kind) => (
        <label key={kind} className="archive-choice">
          <input
            type="radio"
            name={`${id}-kind`}
            checked={entry.kind === kind}
            aria-describedby={`${id}-${kind}`}
            onChange={() => onEntry({ ...entry, kind })}
          />
          <span>
            {t(`archive.${kind}`)}
            <span id={`${id}-${kind}`} className="archive-choice-help meta">
              {t(`archive.${kind}Help`)}
            </span>
          </span>
        </label>
      ))}
      {entry.kind === 'passphrase' && (
        <Passphrase {...{ entry, onEntry, problem, field }} problemId={`${id}-problem`} />
      )}
      {entry.kind === 'age' && (
        <label className="meta">
          {t('archive.recipient')}
          <input
            ref={field}
            className="field"
            value={entry.recipient}
            placeholder="age1…"
            autoComplete="off"
            spellCheck={false}
            aria-describedby={`${id}-problem`}
            aria-invalid={problem !== ''}
            onChange={({ currentTarget }) => onEntry({ ...entry, recipient: currentTarget.value })}
          />
        </label>
      )}
      {entry.kind !== 'plain' && (
        <p id={`${id}-problem`} className="problem" role="alert">
          {problem}
        </p>
      )}
    </fieldset>
  )
}

function Passphrase({
  entry,
  onEntry,
  problem,
  field,
  problemId,
}: ProtectionFieldsProps & { readonly problemId: string }) {
  const { t } = useTranslation()
  const id = useId()
  const [isHidden, setIsHidden] = useState(true)
  const { passphrase, again } = entry
  const isJudged = passphrase.length >= LIMITS.archivePassphraseMin
  const look = {
    type: isHidden ? 'password' : 'text',
    autoComplete: 'new-password',
    maxLength: LIMITS.passwordLength,
    'aria-invalid': problem !== '',
  } as const
  return (
    <>
      <label className="meta">
        {t('archive.passphraseField', { min: LIMITS.archivePassphraseMin })}
        <input
          {...look}
          ref={field}
          className="field"
          value={passphrase}
          aria-describedby={`${id}-strength ${problemId}`}
          onChange={({ currentTarget }) => onEntry({ ...entry, passphrase: currentTarget.value })}
        />
      </label>
      <div className="code-below">
        <p id={`${id}-strength`} className="meta" role="status">
          {isJudged && t(STRENGTHS[strengthOf(passphrase)])}
        </p>
        <HideButton label={t('archive.passphraseHide')} isHidden={isHidden} onHide={setIsHidden} />
      </div>
      <label className="meta">
        {t('archive.passphraseAgain')}
        <input
          {...look}
          className="field"
          value={again}
          aria-describedby={problemId}
          onChange={({ currentTarget }) => onEntry({ ...entry, again: currentTarget.value })}
        />
      </label>
    </>
  )
}
