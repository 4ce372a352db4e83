import './people.css'
import { type FormEvent, useId, useState } from 'react'
import { LIMITS } from '../../../../contract/core/limits.ts'
import { addInviteAll } from '../../../../contract/features/compose.ts'
import { lackOf } from '../../../../contract/features/lack.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { useAllPages } from '../../../lib/use-all-pages.ts'
import { Button } from '../../../ui/button.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { SkeletonRows } from '../../../ui/states.tsx'
import { useTemplate, useTemplates } from '../queries.ts'
import { useComposing } from '../use-composing.ts'
import { SendingProblems } from './sending-problems.tsx'

interface InviteAllDialogProps {
  readonly roomId: number
  readonly onClose: () => void
}

/** Sends several drafts of all that there are: all that are chosen, or where one cannot be sent none. */
export function InviteAllDialog({ roomId, onClose }: InviteAllDialogProps) {
  const { t } = useTranslation()
  const id = useId()
  const { api, toast, tellError, refresh } = useComposing()
  const { drafts, isLoading } = useDrafts(roomId)
  const [chosen, setChosen] = useState<readonly number[]>([])
  const [problem, setProblem] = useState('')
  const [isBusy, setBusy] = useState(false)
  const isFull = chosen.length >= LIMITS.documentsPerInvitation
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setProblem(chosen.length === 0 ? t('compose.chooseDocuments') : '')
    if (chosen.length === 0 || isBusy) return
    setBusy(true)
    try {
      await api.call(addInviteAll, { body: { members: [], templates: [...chosen] } })
      toast(t('compose.inviteOk'))
      onClose()
      await refresh()
    } catch (error) {
      setBusy(false)
      await tellError(error)
    }
  }
  return (
    <Modal labelledBy={`${id}-title`} onDismiss={onClose}>
      <h2 id={`${id}-title`} className="title">
        {t('compose.inviteAll')}
      </h2>
      <form className="compose-form" noValidate onSubmit={(event) => void submit(event)}>
        <fieldset className="people-choice">
          <legend className="meta">{t('compose.inviteAllChoose')}</legend>
          {drafts.map(({ templateId, name, participants }) => (
            <label key={templateId} className="check-row">
              <input
                type="checkbox"
                checked={chosen.includes(templateId)}
                disabled={isFull && !chosen.includes(templateId)}
                onChange={({ currentTarget: { checked } }) =>
                  setChosen((before) => (checked ? [...before, templateId] : before.filter((other) => other !== templateId)))
                }
              />
              <span className="ellipsis">{name}</span>
              <span className="meta">{t('compose.people', { count: participants.length })}</span>
            </label>
          ))}
          {isLoading && <SkeletonRows label={t('common.loading')} count={1} />}
        </fieldset>
        {drafts.length > LIMITS.documentsPerInvitation && (
          <p className="meta">{t('compose.inviteAllMost', { max: LIMITS.documentsPerInvitation })}</p>
        )}
        {drafts
          .filter(({ templateId }) => chosen.includes(templateId))
          .map(({ templateId, name }) => (
            <ChosenProblems key={templateId} templateId={templateId} name={name} />
          ))}
        {chosen.length > 0 && <p className="meta">{t('compose.inviteAllText', { count: chosen.length })}</p>}
        <p className="problem" role="alert">
          {problem}
        </p>
        <div className="modal-buttons">
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button type="submit" variant="primary" isBusy={isBusy}>
            {t('compose.inviteSend')}
          </Button>
        </div>
      </form>
    </Modal>
  )
}

/** All drafts of the room, however many pages of the list they take. */
function useDrafts(roomId: number) {
  const templates = useTemplates(roomId)
  const { data, hasNextPage, isError } = templates
  useAllPages(templates)
  return { drafts: data?.filter(({ status }) => status === 'DRAFT') ?? [], isLoading: hasNextPage && !isError }
}

/** What stands against sending one of those that are chosen. */
function ChosenProblems({ templateId, name }: { readonly templateId: number; readonly name: string }) {
  const { data } = useTemplate(templateId)
  if (!data || (!data.wasSigned && lackOf(data) === undefined)) return null
  return (
    <section className="problem" aria-label={name}>
      <h3 className="ellipsis">{name}</h3>
      <SendingProblems template={data} />
    </section>
  )
}
