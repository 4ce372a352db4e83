import './renumber-dialog.css'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { renumber } from '../../../../contract/features/documents/numbering.ts'
import { useApi } from '../../../lib/api/api-context.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { useLongAct } from '../../../room/acts/use-long-act.tsx'
import { LastNumberingUndo } from '../../../room/numbering/last-numbering.tsx'
import { useNumberingDone } from '../../../room/numbering/use-numbering-done.ts'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { Choice } from '../../../ui/field/choice.tsx'
import { QueryState } from '../../../ui/state/query-state.tsx'
import { itemsKey } from '../list/items-query.ts'

interface RenumberDialogProps {
  readonly roomId: number
  readonly folder: number
  readonly onClose: () => void
}

export function RenumberDialog({ roomId, folder, onClose }: RenumberDialogProps) {
  const { t } = useTranslation()
  const api = useApi()
  const { sayDone, takeBack } = useNumberingDone(roomId)
  const act = useLongAct(roomId, t('ordering.waiting'))
  const [deep, setDeep] = useState(false)
  const body = { roomId, parent: folder, deep }
  const preview = useQuery({
    queryKey: [...itemsKey(roomId), 'renumber', folder, deep],
    queryFn: ({ signal }) => api.call(renumber, { body }, { signal }),
  })
  const last = preview.data?.last
  const submit = async () => {
    if (preview.data?.changed === 0) return t('actions.renumberNothing')
    const isDone = await act.run(async (name) => {
      const { changed, undo } = await api.call(
        renumber,
        { body: { ...body, apply: true, act: name } },
        { untimed: true },
      )
      sayDone(t('actions.renumbered', { count: changed }), undo)
    })
    if (isDone) onClose()
    return undefined
  }
  const undoLast = (undo: number) => {
    onClose()
    void takeBack(undo)
  }
  return (
    <FormDialog
      title={t('actions.renumberSubmit')}
      help={{ text: t('actions.renumberHelp'), className: 'modal-text meta' }}
      className="renumber-form"
      submit={t('actions.renumberSubmit')}
      waiting={t('ordering.waiting')}
      act={act.shown}
      onSubmit={submit}
      onClose={onClose}
    >
      <Choice type="checkbox" isChosen={deep} onChange={setDeep}>
        {t('actions.renumberDeep')}
      </Choice>
      {!preview.data && <QueryState query={preview} count={3} />}
      {preview.data && <Preview {...preview.data} />}
      {last && !act.shown.stop && (
        <LastNumberingUndo last={last} onUndo={() => undoLast(last.undo)} />
      )}
    </FormDialog>
  )
}

interface PreviewProps {
  readonly changed: number
  readonly items: readonly {
    readonly itemId: number
    readonly name: string
    readonly from: number | null
    readonly to: number
  }[]
}

function Preview({ changed, items }: PreviewProps) {
  const { t } = useTranslation()
  if (changed === 0) return <p className="meta">{t('actions.renumberNothing')}</p>
  return (
    <>
      <p className="meta">{t('actions.renumberChanged', { count: changed })}</p>
      <ul className="renumber-list" aria-label={t('actions.renumberChanged', { count: changed })}>
        {items.map(({ itemId, name, from, to }) => (
          <li key={itemId}>
            <span className="numbers">{t('actions.renumberFrom', { from: from ?? '–', to })}</span>
            <span className="renumber-name">{name}</span>
          </li>
        ))}
      </ul>
      {items.length < changed && (
        <p className="meta">{t('actions.renumberMore', { count: changed - items.length })}</p>
      )}
    </>
  )
}
