import './replace-dialog.css'
import { FileUp } from 'lucide-react'
import { type DragEvent, useId, useRef, useState } from 'react'
import { LIMITS } from '../../../../contract/core/limits.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import type { ReplacingPlace } from '../../../room/replacing-place.ts'
import { Button } from '../../../ui/button.tsx'
import { Modal } from '../../../ui/dialog/modal.tsx'
import { Choice } from '../../../ui/field/choice.tsx'
import { Segments } from '../../../ui/field/segments.tsx'
import { QueryState } from '../../../ui/state/query-state.tsx'
import type { PickedFile } from '../choose/check-file.ts'
import { FileInput } from '../choose/file-input.tsx'
import { readDrop } from '../choose/read-drop.ts'
import { useAddFiles } from '../choose/use-add-files.tsx'
import type { UploadQueue } from '../queue/upload-queue.ts'
import { namedFiles } from './named-files.ts'
import { type Decision, type Pair, pairFiles } from './pair-files.ts'
import { PairList } from './pair-list.tsx'
import { useMatches } from './use-matches.ts'

interface ReplaceDialogProps {
  readonly roomId: number
  readonly queue: UploadQueue
  readonly place: ReplacingPlace
  readonly staged: boolean | undefined
  readonly onClose: () => void
}

const DEPTHS = ['below', 'here'] as const

/** Nothing is sent before a person confirms it. */
export function ReplaceDialog({ roomId, queue, place, staged, onClose }: ReplaceDialogProps) {
  const { t, language } = useTranslation()
  const id = useId()
  const add = useAddFiles(queue, staged)
  const [picked, setPicked] = useState<readonly PickedFile[]>([])
  const [depth, setDepth] = useState<(typeof DEPTHS)[number]>('below')
  const [chosen, setChosen] = useState<ReadonlyMap<string, Decision>>(new Map())
  const [addsOthers, setAddsOthers] = useState(false)
  const { files, left, repeated } = namedFiles(picked, language)
  const query = useMatches({ roomId, within: place.within, isDeep: depth === 'below' }, files)
  const pairs = query.data ? pairFiles(files, { ...query.data, chosen, addsOthers }) : []
  const counts = countsOf(pairs)
  const take = (more: readonly PickedFile[]) => setPicked((known) => [...known, ...more])
  const send = () => {
    const replaced = pairs.flatMap(({ file, decision, documents }) => {
      const document =
        typeof decision === 'object' && documents.find((each) => each.id === decision.documentId)
      return document ? [{ file, document }] : []
    })
    if (replaced.length > 0) queue.replace(replaced, staged)
    const others = pairs.flatMap(({ file, name, decision }) =>
      decision === 'new' ? [{ file, path: name }] : [],
    )
    if (others.length > 0) add(others, place.folder)
    onClose()
  }
  const where =
    place.name === undefined
      ? t('replacing.inSelection')
      : t('replacing.inFolder', { folder: place.name })
  return (
    <Modal size="wide" labelledBy={`${id}-title`} describedBy={`${id}-help`} onDismiss={onClose}>
      <h2 id={`${id}-title`} className="title">
        {t('replacing.title')}
      </h2>
      <p id={`${id}-help`} className="modal-text meta">
        {where} {t('replacing.help')}
      </p>
      <div className="replacing">
        <Files hasFiles={files.length > 0} onFiles={take} />
        {repeated > 0 && (
          <p className="replacing-problem">{t('replacing.repeated', { count: repeated })}</p>
        )}
        {left > 0 && (
          <p className="replacing-problem">
            {t('replacing.left', { count: left, most: LIMITS.pathsPerCall })}
          </p>
        )}
        <div className="replacing-ways">
          <Segments
            label={t('replacing.depth')}
            names={DEPTHS}
            chosen={depth}
            textOf={(each) => t(`replacing.depth_${each}`)}
            onChoose={setDepth}
          />
          <Choice type="checkbox" isChosen={addsOthers} onChange={setAddsOthers}>
            <span>{t('replacing.addOthers')}</span>
          </Choice>
        </div>
        {files.length > 0 && !query.data && <QueryState query={query} count={6} />}
        {pairs.length > 0 && (
          <>
            <p className="replacing-sum numbers" role="status">
              {t('replacing.sum', {
                versions: counts.versions,
                added: counts.added,
                left: counts.left,
              })}
              {counts.open > 0 && <strong>{t('replacing.open', { count: counts.open })}</strong>}
            </p>
            <PairList
              label={t('replacing.list')}
              pairs={pairs}
              onChoose={(name, decision) =>
                setChosen((known) => new Map(known).set(name, decision))
              }
            />
          </>
        )}
      </div>
      <div className="modal-buttons">
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        <Button variant="primary" blockedBecause={blockOf()} onClick={send}>
          {counts.versions + counts.added > 0
            ? t('replacing.apply', { count: counts.versions + counts.added })
            : t('replacing.applyNone')}
        </Button>
      </div>
    </Modal>
  )

  function blockOf(): string | undefined {
    if (files.length === 0) return t('replacing.filesFirst')
    if (!query.data) return query.isError ? t('replacing.failed') : t('common.loading')
    if (counts.open > 0) return t('replacing.open', { count: counts.open })
    return counts.versions + counts.added === 0 ? t('replacing.nothing') : undefined
  }
}

function countsOf(pairs: readonly Pair[]) {
  const counts = { versions: 0, added: 0, left: 0, open: 0 }
  for (const { decision } of pairs) {
    if (decision === undefined) counts.open += 1
    else if (decision === 'new') counts.added += 1
    else if (decision === 'leave') counts.left += 1
    else counts.versions += 1
  }
  return counts
}

interface FilesProps {
  readonly hasFiles: boolean
  readonly onFiles: (files: readonly PickedFile[]) => void
}

function Files({ hasFiles, onFiles }: FilesProps) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const [isUnreadable, setUnreadable] = useState(false)
  const onDrag = (event: DragEvent) => {
    event.preventDefault()
    event.stopPropagation()
    setOver(event.type !== 'dragleave')
  }
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    event.stopPropagation()
    setOver(false)
    readDrop(event.dataTransfer, () => undefined).then(
      (files) => {
        setUnreadable(false)
        onFiles(files)
      },
      () => setUnreadable(true),
    )
  }
  return (
    <section
      className="replacing-drop"
      aria-label={t('replacing.files')}
      data-over={isOver || undefined}
      onDragEnter={onDrag}
      onDragOver={onDrag}
      onDragLeave={onDrag}
      onDrop={onDrop}
    >
      <p>{t('replacing.drop')}</p>
      <FileInput ref={input} label={t('replacing.files')} onFiles={onFiles} />
      <Button size="small" icon={FileUp} onClick={() => input.current?.click()}>
        {t(hasFiles ? 'replacing.chooseMore' : 'replacing.chooseFiles')}
      </Button>
      {isUnreadable && (
        <p className="replacing-problem" role="alert">
          {t('uploads.unreadable')}
        </p>
      )}
    </section>
  )
}
