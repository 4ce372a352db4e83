import './structure-dialog.css'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useApi } from '../../../lib/api/api-context.ts'
import { type Translate, useTranslation } from '../../../lib/i18n.ts'
import { useLongAct } from '../../../room/acts/use-long-act.tsx'
import { useNumbering } from '../../../room/room-access.ts'
import { Button } from '../../../ui/button.tsx'
import { LongWait } from '../../../ui/dialog/long-wait.tsx'
import { Modal } from '../../../ui/dialog/modal.tsx'
import { useLateDialog } from '../../../ui/dialog/use-late-dialog.tsx'
import { Choice } from '../../../ui/field/choice.tsx'
import { Segments } from '../../../ui/field/segments.tsx'
import { QueryState } from '../../../ui/state/query-state.tsx'
import { useErrorAlert } from '../../../ui/state/use-error-alert.ts'
import { itemsKey, useFolderPath } from '../list/items-query.ts'
import { FileChoice } from './file-choice.tsx'
import { describeMade } from './made-structure.ts'
import { SaveTemplateDialog } from './save-template-dialog.tsx'
import { StructurePreview } from './structure-preview.tsx'
import { TemplateList } from './template-list.tsx'
import {
  type Structure,
  type StructureSource,
  sendStructure,
  usePreview,
  useTemplates,
} from './use-structure.ts'
import { useStructureMade } from './use-structure-made.ts'

export interface StructureDialogProps {
  readonly roomId: number
  readonly folder: number
  readonly onClose: () => void
}

const KINDS = ['template', 'file'] as const
type StructureSourceKind = (typeof KINDS)[number]

export function StructureDialog({ roomId, folder, onClose }: StructureDialogProps) {
  const { t } = useTranslation()
  const id = useId()
  const api = useApi()
  const queries = useQueryClient()
  const alertError = useErrorAlert()
  const isUnnumbered = useNumbering() === 'off'
  const folderName = useFolderPath(roomId, folder)?.at(-1)?.folderName ?? t('documents.root')
  const [kind, setKind] = useState<StructureSourceKind>('template')
  const [template, setTemplate] = useState<string>()
  const [file, setFile] = useState<File>()
  const [isNumbered, setNumbered] = useState(false)
  const [isExpecting, setExpecting] = useState(true)
  const source = sourceOf(kind, template, file)
  const preview = usePreview({ roomId, parent: folder, source, isNumbered, isExpecting })
  const templateName = useTemplates(roomId).data?.find((each) => each.id === template)?.name ?? ''
  const saving = useLateDialog((close) => (
    <SaveTemplateDialog {...{ roomId, parent: folder, folderName }} onClose={close} />
  ))
  const sayMade = useStructureMade(roomId)
  const act = useLongAct(roomId, t('structure.waiting'))
  const applying = useMutation({
    mutationFn: (chosen: StructureSource) =>
      act.run(async (name) => {
        const answer = await sendStructure(
          api,
          { roomId, parent: folder, source: chosen, isNumbered, isExpecting },
          true,
          name,
        )
        sayMade(describeMade(t, api, roomId, answer))
      }),
    onSuccess: (isDone) => isDone && onClose(),
    onError: (error) => alertError(error),
    onSettled: () => void queries.invalidateQueries({ queryKey: itemsKey(roomId) }),
  })
  const dismiss = act.shown.stop ?? onClose
  const { new: count = 0, expected = 0, document: left = 0 } = preview.data?.counts ?? {}
  return (
    <Modal size="wide" labelledBy={`${id}-title`} describedBy={`${id}-help`} onDismiss={dismiss}>
      <h2 id={`${id}-title`} className="title">
        {t('structure.title')}
      </h2>
      <p id={`${id}-help`} className="modal-text meta">
        {t('structure.help', { folder: folderName })}
      </p>
      <div className="structure-panes">
        <div className="structure-source">
          <Segments
            label={t('structure.source')}
            names={KINDS}
            chosen={kind}
            textOf={(each) => t(`structure.${each}`)}
            onChoose={setKind}
          />
          {kind === 'template' ? (
            <TemplateList roomId={roomId} chosen={template} onChoose={setTemplate} />
          ) : (
            <FileChoice file={file} onFile={setFile} />
          )}
          {kind === 'file' && (!isExpecting || expected + left > 0) && (
            <Choice type="checkbox" isChosen={isExpecting} onChange={setExpecting}>
              <span>
                {t('structure.expects')}
                <span className="meta">{t('structure.expectsHint')}</span>
              </span>
            </Choice>
          )}
          {isUnnumbered && (
            <Choice type="checkbox" isChosen={isNumbered} onChange={setNumbered}>
              <span>
                {t('structure.numbered')}
                <span className="meta">{t('structure.numberedHint')}</span>
              </span>
            </Choice>
          )}
        </div>
        <div className="structure-result">
          {!source && <p className="meta structure-nothing">{t(`structure.nothing_${kind}`)}</p>}
          {source && !preview.data && <QueryState query={preview} count={8} />}
          {source && preview.data && (
            <StructurePreview
              structure={preview.data}
              isFile={kind === 'file'}
              name={templateName}
            />
          )}
        </div>
      </div>
      <LongWait isWaiting={applying.isPending} text={t('structure.waiting')} act={act.shown} />
      <div className="modal-buttons structure-buttons">
        <Button variant="quiet" disabled={applying.isPending} onClick={saving.open}>
          {t('structure.saveMenu')}
        </Button>
        <Button isBusy={act.shown.isStopping} onClick={dismiss}>
          {act.shown.stopLabel ?? t('common.cancel')}
        </Button>
        <Button
          variant="primary"
          isBusy={applying.isPending}
          blockedBecause={blockOf(source, preview.data, t)}
          onClick={() => source && applying.mutate(source)}
        >
          {count > 0
            ? t('structure.apply', { count })
            : expected > 0
              ? t('structure.applyExpected', { count: expected })
              : t('structure.applyNone')}
        </Button>
      </div>
      {saving.dialog}
    </Modal>
  )
}

function sourceOf(
  kind: StructureSourceKind,
  template: string | undefined,
  file: File | undefined,
): StructureSource | undefined {
  if (kind === 'file') return file && { file }
  return template === undefined ? undefined : { template }
}

function blockOf(
  source: StructureSource | undefined,
  found: Structure | undefined,
  t: Translate,
): string | undefined {
  if (!source) return t('structure.chooseFirst')
  if (!found) return t('common.loading')
  if (found.counts.error > 0) return t('structure.errorsFirst')
  return found.counts.new + found.counts.expected === 0 ? t('structure.nothingNew') : undefined
}
