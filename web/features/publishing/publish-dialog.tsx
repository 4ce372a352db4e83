import './publish-dialog.css'
import { useState } from 'react'
import { systemClock } from '../../lib/browser/clock.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { useLongAct } from '../../room/acts/use-long-act.tsx'
import { instantOf, MomentFields, momentOf } from '../../room/moment-fields.tsx'
import type { PublishingSubject } from '../../room/publishing-subject.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { Choice } from '../../ui/field/choice.tsx'
import { ScrollArea } from '../../ui/list/scroll-area.tsx'
import { CheckList } from './check-list.tsx'
import { usePublishing } from './use-publishing.ts'

const HOUR_MS = 3_600_000

interface PublishDialogProps {
  readonly roomId: number
  readonly what: 'publish' | 'unpublish'
  readonly subjects: readonly PublishingSubject[]
  readonly onClose: () => void
}

export function PublishDialog({ roomId, what, subjects, onClose }: PublishDialogProps) {
  const { t } = useTranslation()
  const [isLater, setLater] = useState(false)
  const [moment, setMoment] = useState(() =>
    momentOf(Math.ceil((systemClock.now() + HOUR_MS) / HOUR_MS) * HOUR_MS),
  )
  const [notifies, setNotifies] = useState(true)
  const act = useLongAct(roomId, t('publishing.waiting'))
  const change = usePublishing(roomId)
  const submit = async () => {
    const at = isLater ? instantOf(moment) : undefined
    if (isLater && at === undefined) return t('publishing.missing')
    if (at && at.getTime() <= systemClock.now()) return t('publishing.past')
    const isDone = await act.run((name) =>
      change(what, subjects, {
        at: at?.toISOString(),
        notify: what === 'publish' && notifies,
        act: name,
      }),
    )
    if (isDone) onClose()
    return undefined
  }
  return (
    <FormDialog
      title={useTitle(what, subjects)}
      help={{ text: t(`publishing.${what}Help`), className: 'meta' }}
      className="publish-form"
      submit={t(isLater ? 'publishing.order' : `publishing.${what}`)}
      variant={what === 'unpublish' && !isLater ? 'danger' : 'primary'}
      waiting={t('publishing.waiting')}
      act={act.shown}
      onSubmit={submit}
      onClose={onClose}
    >
      {(described) => (
        <>
          {subjects.length > 1 && <Names subjects={subjects} />}
          <fieldset className="choices">
            <legend>{t('publishing.when')}</legend>
            <Choice type="radio" isChosen={!isLater} onChange={() => setLater(false)}>
              {t('publishing.now')}
            </Choice>
            <Choice type="radio" isChosen={isLater} onChange={() => setLater(true)}>
              {t('publishing.later')}
            </Choice>
            {isLater && (
              <div className="publish-moment">
                <MomentFields moment={moment} described={described} onMoment={setMoment} />
              </div>
            )}
          </fieldset>
          {what === 'publish' && (
            <CheckList roomId={roomId} ids={subjects.map(({ id }) => id)} onLeave={onClose} />
          )}
          {what === 'publish' && (
            <Choice type="checkbox" isChosen={notifies} onChange={setNotifies}>
              <span>
                {t('publishing.notify')}
                <span className="meta">{t('publishing.notifyHint')}</span>
              </span>
            </Choice>
          )}
        </>
      )}
    </FormDialog>
  )
}

function useTitle(what: 'publish' | 'unpublish', subjects: readonly PublishingSubject[]): string {
  const { t } = useTranslation()
  const [first, ...others] = subjects
  if (first && others.length === 0) return t(`publishing.${what}One`, { name: first.name })
  return t(`publishing.${what}Many`, { count: subjects.length })
}

function Names({ subjects }: { readonly subjects: readonly PublishingSubject[] }) {
  const { t } = useTranslation()
  return (
    <ScrollArea className="publish-names" label={t('publishing.items')}>
      <ul>
        {subjects.map(({ id, name }) => (
          <li key={id}>{name}</li>
        ))}
      </ul>
    </ScrollArea>
  )
}
