import { CircleCheck, Download, FileClock, ShieldCheck } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { pdfNameOf, sealedNameOf } from '../../contract/core/pdf-name.ts'
import { type Ceremony, file } from '../../contract/features/signing.ts'
import { useApi, useErrorText } from '../lib/api-context.ts'
import { useTranslation } from '../lib/i18n.ts'
import { saveFile } from '../lib/save-file.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { useDialogs } from '../ui/dialogs.tsx'
import { SimplePage } from './simple-page.tsx'
import { useLooking } from './use-looking.ts'

/** What somebody has done, by what was asked of them. */
const DONE_TITLES = { SIGNER: 'sign.doneTitle', APPROVER: 'sign.approvedTitle', CC: 'sign.copyTitle' } as const

interface DoneScreenProps {
  readonly ceremony: Ceremony
  /** Reads the document anew. */
  readonly onChanged: () => Promise<void>
}

/** What comes next, as long as nothing is sealed: who waits for others is told so. */
function nextKey({ status, participant }: Ceremony) {
  if (status === 'SENT') return participant.type === 'CC' ? 'sign.copyText' : 'sign.waitingText'
  return status === 'SEALING' ? 'sign.sealingText' : 'sign.laterText'
}

/** What comes after signing: a copy for oneself, sealed as soon as all have signed. */
export function DoneScreen({ ceremony, onChanged }: DoneScreenProps) {
  const { t } = useTranslation()
  const heading = useRef<HTMLHeadingElement>(null)
  const { isSealed, participant, status } = ceremony
  useEffect(() => heading.current?.focus(), [])
  useLooking(!isSealed && (status === 'SENT' || status === 'SEALING'), onChanged)
  // The signer is done, whatever others still have to do; a copy only waits.
  const isDone = isSealed || participant.type !== 'CC'
  const Icon = isDone ? CircleCheck : FileClock
  const title = isSealed ? 'sign.sealedTitle' : DONE_TITLES[participant.type]
  return (
    <SimplePage>
      <div className="sign-ended" data-good={isDone || undefined}>
        <Icon aria-hidden="true" />
        <h1 ref={heading} className="title" tabIndex={-1}>
          {t(title)}
        </h1>
        <p className="sign-name">{ceremony.name}</p>
        <p role="status">{t(isSealed ? 'sign.sealedText' : nextKey(ceremony))}</p>
        <SaveCopy isSealed={isSealed} name={ceremony.name} />
        <div className="sign-check">
          <p className="meta">{t('sign.checkHint')}</p>
          <a href="/verify" target="_blank" rel="noreferrer" className={buttonClass({ size: 'small' })}>
            <ShieldCheck className="lucide" />
            {t('sign.check')}
          </a>
        </div>
      </div>
    </SimplePage>
  )
}

interface SaveCopyProps {
  readonly isSealed: boolean
  readonly name: string
}

/** Fetches the PDF as it is now and has the browser keep it. */
export function SaveCopy({ isSealed, name }: SaveCopyProps) {
  const { t, language } = useTranslation()
  const api = useApi()
  const dialogs = useDialogs()
  const errorText = useErrorText()
  const [isBusy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      const copy = await api.bytes(file, { query: { purpose: 'download' } })
      saveFile(new File([copy], isSealed ? sealedNameOf(name, language) : pdfNameOf(name), { type: 'application/pdf' }))
    } catch (error) {
      await dialogs.alert({ tone: 'error', text: errorText(error) })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button variant={isSealed ? 'primary' : 'plain'} icon={Download} isBusy={isBusy} onClick={() => void save()}>
      {t(isSealed ? 'sign.saveSealed' : 'sign.saveCopy')}
    </Button>
  )
}
