import './people.css'
import { useState } from 'react'
import { LIMITS } from '../../../../contract/core/limits.ts'
import { addInviteAll } from '../../../../contract/features/compose.ts'
import { sendBlocker } from '../../../../contract/features/send-blocker.ts'
import { useAllPages } from '../../../lib/api/use-all-pages.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { SkeletonRows } from '../../../ui/state/states.tsx'
import { useTemplate, useTemplates } from '../queries.ts'
import { useComposing } from '../use-composing.ts'
import { SendingProblems } from './sending-problems.tsx'

interface InviteAllDialogProps {
  readonly roomId: number
  readonly onClose: () => void
}

export function InviteAllDialog({ roomId, onClose }: InviteAllDialogProps) {
  const { t } = useTranslation()
  const { api, toast, alertError, refresh } = useComposing()
  const { drafts, isLoading } = useDrafts(roomId)
  const [chosen, setChosen] = useState<readonly number[]>([])
  const isFull = chosen.length >= LIMITS.documentsPerInvitation
  const submit = async () => {
    if (chosen.length === 0) return t('compose.chooseDocuments')
    try {
      await api.call(addInviteAll, { body: { members: [], templates: [...chosen] } })
    } catch (error) {
      await alertError(error)
      return undefined
    }
    toast(t('compose.inviteOk'))
    onClose()
    await refresh()
    return undefined
  }
  return (
    <FormDialog
      title={t('compose.inviteAll')}
      className="compose-form"
      submit={t('compose.inviteSend')}
      onSubmit={submit}
      onClose={onClose}
    >
      <fieldset className="people-choice">
        <legend className="meta">{t('compose.inviteAllChoose')}</legend>
        {drafts.map(({ templateId, name, participants }) => (
          <label key={templateId} className="check-row">
            <input
              type="checkbox"
              checked={chosen.includes(templateId)}
              disabled={isFull && !chosen.includes(templateId)}
              onChange={({ currentTarget: { checked } }) =>
                setChosen((before) =>
                  checked
                    ? [...before, templateId]
                    : before.filter((other) => other !== templateId),
                )
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
      {chosen.length > 0 && (
        <p className="meta">{t('compose.inviteAllText', { count: chosen.length })}</p>
      )}
    </FormDialog>
  )
}

function useDrafts(roomId: number) {
  const templates = useTemplates(roomId)
  const { data, hasNextPage, isError } = templates
  useAllPages(templates)
  return {
    drafts: data?.filter(({ status }) => status === 'DRAFT') ?? [],
    isLoading: hasNextPage && !isError,
  }
}

function ChosenProblems({
  templateId,
  name,
}: {
  readonly templateId: number
  readonly name: string
}) {
  const { data } = useTemplate(templateId)
  if (!data || (!data.wasSigned && sendBlocker(data) === undefined)) return null
  return (
    <section className="problem" aria-label={name}>
      <h3 className="ellipsis">{name}</h3>
      <SendingProblems template={data} />
    </section>
  )
}
