import { CircleCheck, Download, FileClock, ShieldCheck } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { pdfNameOf, sealedNameOf } from '../../contract/core/pdf-name.ts'
import { isOut } from '../../contract/features/composed.ts'
import { type Ceremony, file } from '../../contract/features/signing.ts'
import { useApi, useErrorText } from '../lib/api/api-context.ts'
import { saveFile } from '../lib/browser/save-file.ts'
import { useTranslation } from '../lib/i18n.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { useDialogs } from '../ui/dialog/dialogs.tsx'
import { useLooking } from './pages/use-looking.ts'
import { SimplePage } from './simple-page.tsx'

const DONE_TITLES = {
  SIGNER: 'sign.doneTitle',
  APPROVER: 'sign.approvedTitle',
  CC: 'sign.copyTitle',
} as const

interface DoneScreenProps {
  readonly ceremony: Ceremony
  readonly onChanged: () => Promise<void>
}

function nextKey({ status, participant }: Ceremony) {
  if (status === 'SENT') return participant.type === 'CC' ? 'sign.copyText' : 'sign.waitingText'
  return status === 'SEALING' ? 'sign.sealingText' : 'sign.laterText'
}

export function DoneScreen({ ceremony, onChanged }: DoneScreenProps) {
  const { t } = useTranslation()
  const heading = useRef<HTMLHeadingElement>(null)
  const { isSealed, participant, status } = ceremony
  useEffect(() => heading.current?.focus(), [])
  useLooking(!isSealed && isOut(status), onChanged)
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
          <a
            href="/verify"
            target="_blank"
            rel="noreferrer"
            className={buttonClass({ size: 'small' })}
          >
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
      saveFile(
        new File([copy], isSealed ? sealedNameOf(name, language) : pdfNameOf(name), {
          type: 'application/pdf',
        }),
      )
    } catch (error) {
      await dialogs.alert({ tone: 'error', text: errorText(error) })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      variant={isSealed ? 'primary' : 'plain'}
      icon={Download}
      isBusy={isBusy}
      onClick={() => void save()}
    >
      {t(isSealed ? 'sign.saveSealed' : 'sign.saveCopy')}
    </Button>
  )
}
