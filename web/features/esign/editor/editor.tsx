import {
  type ReactNode,
  useEffect,
  useEffectEvent,
  useMemo,
  useReducer,
  useRef,
  useState,
} from 'react'
import { get } from '../../../../contract/features/compose.ts'
import type { Template } from '../../../../contract/features/composed.ts'
import { systemClock } from '../../../lib/browser/clock.ts'
import { useTitle } from '../../../lib/browser/use-title.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { usePhaseBlock } from '../../../room/room-access.ts'
import { useLettersProblem } from '../../../room/use-letters-problem.ts'
import { InviteDialog } from '../people/invite-dialog.tsx'
import { PeoplePanel } from '../people/people-panel.tsx'
import { fillers } from '../person-colors.ts'
import { templateKey } from '../queries.ts'
import { useComposing } from '../use-composing.ts'
import { EditorFooter } from './editor-footer.tsx'
import { actionOfKey } from './editor-keys.ts'
import { EditorSide } from './editor-side.tsx'
import { editorReducer, emptyEditor } from './editor-state.ts'
import { EditorTop } from './editor-top.tsx'
import { PageList, type PageListHandle } from './page-list.tsx'
import { PdfDocument } from './pdf-document.tsx'
import { modeNumber } from './pieces/modes.ts'
import { isField, ownedBy, type Piece, type Pieces } from './pieces/pieces.ts'
import { SelectionPanel } from './pieces/selection-panel.tsx'
import { useKindName } from './pieces/use-kind-name.ts'
import { usePlacing } from './pieces/use-placing.ts'
import type { Saver } from './saving/saver.ts'
import { useLeaving } from './saving/use-leaving.ts'
import { useSaver } from './saving/use-saver.ts'
import { ToolsPanel } from './tools-panel.tsx'
import { isSamePlacing, piecesOf } from './wire.ts'
import { firstZoom, fitZoom } from './zoom.ts'

interface EditorProps {
  readonly roomId: number
  readonly template: Template
  readonly isFromPreview: boolean
  readonly settings: ReactNode
  readonly notice: ReactNode
  readonly onReload: () => Promise<void>
}

function useEditor({ template, onReload }: EditorProps) {
  const { t } = useTranslation()
  const kindName = useKindName()
  const { templateId, pages, participants } = template
  const [state, dispatch] = useReducer(editorReducer(pages), template, (loaded) =>
    emptyEditor(piecesOf(loaded)),
  )
  const pieces = useMemo(
    () => ownedBy(state.history.now, new Set(fillers(participants).map(({ id }) => id))),
    [state.history.now, participants],
  )
  const selected = pieces.filter(({ id }) => state.selected.has(id))
  const saver = useSaver(template, pieces)
  const [news, setNews] = useState('')
  const [wanted, setAssignee] = useState<number>()
  const signers = fillers(participants)
  const assignee = (signers.find(({ id }) => id === wanted) ?? signers[0])?.id ?? null
  const onPlaced = ({ kind, page }: Piece) =>
    setNews(t('compose.placed', { kind: kindName(kind), page: page + 1 }))
  const placing = usePlacing({ mode: state.mode, dispatch, pages, assignee, onPlaced })
  const remove = () => {
    setNews(t('compose.deleted', { count: selected.length }))
    dispatch({ type: 'delete' })
    document.getElementById('main')?.focus({ preventScroll: true })
  }
  const isFrozen = usePhaseBlock('compose.write') !== undefined
  const isLocked = template.status !== 'DRAFT' || isFrozen
  return {
    state,
    dispatch,
    pieces,
    selected,
    saver,
    news,
    assignee,
    setAssignee,
    placing,
    remove,
    isLocked,
    leaving: useLeaving(templateId, saver, pieces, onReload),
    hearKey(event: KeyboardEvent): void {
      const seen = {
        hasSelection: selected.length > 0,
        isPlacing: state.mode !== 'NONE',
        now: systemClock.now(),
      }
      const action = isLocked ? undefined : actionOfKey(event, seen)
      if (!action) return
      event.preventDefault()
      if (action.type === 'delete') remove()
      else dispatch(action)
    },
    changing: useChanging(templateId, saver, pieces, (id) =>
      dispatch({ type: 'select', ids: [id] }),
    ),
  }
}

function useChanging(
  templateId: number,
  saver: Saver<Pieces>,
  pieces: Pieces,
  onFault: (id: string) => void,
) {
  const { t } = useTranslation()
  const problemOf = useLettersProblem()
  const { api, queries, dialogs } = useComposing()
  const read = () => api.call(get, { query: { templateId: String(templateId) } })
  const warnUnsaved = () =>
    dialogs.alert({
      tone: 'error',
      text: t(saver.state() === 'conflict' ? 'compose.conflict' : 'compose.unsavedFirst'),
    })
  return {
    /** Returns true if everything is saved; otherwise it alerts. */
    async settle(): Promise<boolean> {
      const faulty = pieces.find((piece) => piece.kind === 'NOTE' && problemOf(piece.text) !== '')
      if (faulty?.kind === 'NOTE') {
        onFault(faulty.id)
        await dialogs.alert({ tone: 'check', text: problemOf(faulty.text) })
        return false
      }
      const isSaved = await saver.flush()
      if (!isSaved) await warnUnsaved()
      return isSaved
    },
    /** @throws errors of `calls`, after applying their changes. */
    async change(calls: () => Promise<unknown>): Promise<boolean> {
      let failure: { readonly error: unknown } | undefined
      const isMade = await saver.between(async (revision) => {
        const before = await read()
        if (before.revision !== revision) return undefined
        failure = await calls().then(
          () => undefined,
          (error: unknown) => ({ error }),
        )
        const after = await read()
        queries.setQueryData(templateKey(templateId), after)
        return isSamePlacing(before, after) ? after.revision : undefined
      })
      if (failure) throw (failure as { readonly error: unknown }).error
      if (!isMade) await warnUnsaved()
      return isMade
    },
  }
}

export function Editor(props: EditorProps) {
  const { template, isFromPreview, settings } = props
  const { t } = useTranslation()
  const { templateId, pages, name, participants, status, waterMark } = template
  const editor = useEditor(props)
  const { state, dispatch, pieces, isLocked, saver, leaving, placing } = editor
  const [zoom, setZoom] = useState(() => firstZoom(pages[0], innerWidth))
  const [page, setPage] = useState(0)
  const [isInviting, setInviting] = useState(false)
  const list = useRef<PageListHandle>(null)
  const hasNoPosition = !pieces.some(isField)
  useTitle(name, t('compose.title'))
  const hearKey = useEffectEvent(editor.hearKey)
  useEffect(() => {
    const hear = (event: KeyboardEvent) => hearKey(event)
    document.addEventListener('keydown', hear)
    return () => document.removeEventListener('keydown', hear)
  }, [])
  return (
    <div
      className="editor"
      data-status={isFromPreview ? 'PENDING' : status}
      data-mode={modeNumber(state.mode)}
      data-no-position={hasNoPosition}
      data-watermark={waterMark}
    >
      <EditorTop
        template={template}
        isFromPreview={isFromPreview}
        hasNoPosition={hasNoPosition}
        isLocked={isLocked}
        history={state.history}
        dispatch={dispatch}
        saver={saver}
        onLeave={() => void leaving.leave()}
        onReload={() => void leaving.reload()}
        onInsist={() => void leaving.insist()}
        onInvite={async () => {
          if (await editor.changing.settle()) setInviting(true)
        }}
        settings={settings}
      />
      <EditorSide isPlacing={state.mode !== 'NONE'}>
        <SideBody {...props} editor={editor} page={page} />
      </EditorSide>
      <main id="main" className="editor-main" tabIndex={-1}>
        {props.notice}
        <PdfDocument templateId={templateId} isSealed={template.resultPath !== null}>
          <PageList
            ref={list}
            pages={pages}
            zoom={zoom}
            pieces={pieces}
            selected={state.selected}
            focus={state.focus}
            participants={participants}
            mode={state.mode}
            pen={placing.pen}
            isLocked={isLocked}
            onSelect={(ids, isMore) => dispatch({ type: 'select', ids, isMore })}
            onMoved={(dx, dy) => dispatch({ type: 'move', dx, dy })}
            onResized={(piece) => dispatch({ type: 'change', pieces: [piece] })}
            onPress={placing.place}
            onStroke={placing.draw}
            onCurrent={setPage}
          />
        </PdfDocument>
      </main>
      <EditorFooter
        name={name}
        zoom={zoom}
        page={page}
        total={pages.length}
        onZoom={setZoom}
        onFit={() =>
          list.current &&
          setZoom(fitZoom(pages[page] ?? { width: 1, height: 1 }, list.current.room()))
        }
      />
      <p className="hidden" role="status">
        {editor.news}
      </p>
      {isInviting && (
        <InviteDialog
          template={template}
          between={(work) => saver.between(work)}
          onClose={() => setInviting(false)}
        />
      )}
    </div>
  )
}

interface SideBodyProps extends EditorProps {
  readonly editor: ReturnType<typeof useEditor>
  readonly page: number
}

function SideBody({ roomId, template, editor, page }: SideBodyProps) {
  const { state, dispatch, pieces, selected, isLocked, placing } = editor
  const { participants, pages } = template
  return (
    <div className="editor-side-body">
      <PeoplePanel
        roomId={roomId}
        template={template}
        pieces={pieces}
        chosen={editor.assignee}
        isLocked={isLocked}
        onChoose={editor.setAssignee}
        onChange={editor.changing.change}
      />
      {!isLocked && (
        <>
          <ToolsPanel
            mode={state.mode}
            isStampUnderWay={placing.stamping.isUnderWay}
            onMode={placing.setMode}
            onStampFile={placing.stamping.take}
            onPlaceMiddle={() => placing.placeMiddle(page)}
          />
          <SelectionPanel
            pieces={selected}
            pageOf={(piece) => pages[piece.page] ?? { width: 1, height: 1 }}
            participants={participants}
            onChange={(next, work) =>
              dispatch({ type: 'change', pieces: next, ...(work === undefined ? {} : { work }) })
            }
            onAlign={(alignment) => dispatch({ type: 'align', alignment })}
            onDuplicate={() => dispatch({ type: 'duplicate', now: systemClock.now() })}
            onDelete={editor.remove}
          />
        </>
      )}
    </div>
  )
}
