import './checkpoint-dialog.css'
import { useQuery } from '@tanstack/react-query'
import { Copy, Download, ShieldCheck } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { checkpoint } from '../../../../contract/features/history.ts'
import { useApi } from '../../../lib/api/api-context.ts'
import { saveFile } from '../../../lib/browser/save-file.ts'
import { formatInstant } from '../../../lib/format.ts'
import { useLanguage, useTranslation } from '../../../lib/i18n.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { useDialogs } from '../../../ui/dialog/dialogs.tsx'
import { Modal, ModalClose } from '../../../ui/dialog/modal.tsx'
import { QueryState } from '../../../ui/state/query-state.tsx'
import { useToast } from '../../../ui/state/toasts.tsx'
import { factsOf, fingerprintOf } from './checkpoint-facts.ts'

interface CheckpointDialogProps {
  readonly roomId: number
  readonly onClose: () => void
}

export function CheckpointDialog({ roomId, onClose }: CheckpointDialogProps) {
  const { t } = useTranslation()
  const api = useApi()
  const id = useId()
  const query = useQuery({
    queryKey: ['checkpoint', roomId],
    gcTime: 0,
    queryFn: async ({ signal }) => {
      const { note, publicKey } = await api.call(
        checkpoint,
        { params: { roomId: String(roomId) }, query: {} },
        { signal },
      )
      return {
        note,
        publicKey,
        fingerprint: await fingerprintOf(publicKey, globalThis.crypto.subtle),
      }
    },
  })
  return (
    <Modal labelledBy={`${id}-title`} describedBy={`${id}-help`} onDismiss={onClose}>
      <h2 id={`${id}-title`} className="title">
        {t('activity.proven')}
      </h2>
      <p id={`${id}-help`} className="meta">
        {t('activity.provenHelp')}
      </p>
      <QueryState query={query} count={4} />
      {query.data?.note === undefined ? (
        query.data && <p className="checkpoint-none">{t('activity.provenEmpty')}</p>
      ) : (
        <Checkpoint {...query.data} note={query.data.note} />
      )}
      <ModalClose onClick={onClose}>{t('common.close')}</ModalClose>
    </Modal>
  )
}

interface CheckpointProps {
  readonly note: string
  readonly publicKey: string
  readonly fingerprint: string | undefined
}

function Checkpoint({ note, publicKey, fingerprint }: CheckpointProps) {
  const { t } = useTranslation()
  const [language] = useLanguage()
  const toast = useToast()
  const dialogs = useDialogs()
  const facts = factsOf(note)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(note)
      toast(t('activity.copied'))
    } catch {
      // Browsers provide no clipboard without TLS.
      await dialogs.alert({ tone: 'check', text: t('activity.copyFailed') })
    }
  }
  return (
    <>
      {facts && (
        <dl className="checkpoint">
          <Fact name={t('activity.size')}>{t('activity.sizeValue', { count: facts.size })}</Fact>
          <Fact name={t('activity.signedAt')}>{formatInstant(facts.at, language)}</Fact>
          <Fact name={t('activity.root')}>
            <code>{facts.root}</code>
          </Fact>
          <Fact name={t(fingerprint === undefined ? 'activity.publicKey' : 'activity.fingerprint')}>
            <code>{fingerprint ?? publicKey}</code>
          </Fact>
        </dl>
      )}
      <div className="checkpoint-tools">
        <Button icon={Copy} onClick={() => void copy()}>
          {t('activity.copyNote')}
        </Button>
        <Button
          icon={Download}
          onClick={() =>
            saveFile(
              new File([note], `room-checkpoint_${facts?.size ?? 0}.txt`, { type: 'text/plain' }),
            )
          }
        >
          {t('activity.saveNote')}
        </Button>
        <a href="/verify" target="_blank" rel="noreferrer" className={buttonClass()}>
          <ShieldCheck aria-hidden="true" />
          {t('activity.verify')}
        </a>
      </div>
    </>
  )
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="checkpoint-fact">
      <dt>{name}</dt>
      <dd className="numbers">{children}</dd>
    </div>
  )
}
