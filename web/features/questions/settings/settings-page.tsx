import '../write/write.css'
import './settings.css'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../../lib/api/api-context.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { groupsQuery } from '../../../room/groups.ts'
import { GroupName } from '../../../ui/list/group-name.tsx'
import { QueryState } from '../../../ui/state/query-state.tsx'
import { useQuestionSettings } from '../threads-query.ts'
import { GroupRules } from './group-rules.tsx'
import { RoomRules } from './room-rules.tsx'
import { TopicsPanel } from './topics-panel.tsx'

export function SettingsPage({ roomId }: { readonly roomId: number }) {
  const { t } = useTranslation()
  const api = useApi()
  const settings = useQuestionSettings(roomId, true)
  const groups = useQuery(groupsQuery(api, roomId))
  if (!settings.data || !groups.data)
    return <QueryState query={settings.data ? groups : settings} count={8} />
  const asking = groups.data.filter(({ kind }) => kind === 'participants')
  const experts = groups.data.filter(({ kind }) => kind === 'experts')
  return (
    <div className="question-settings">
      <RoomRules roomId={roomId} settings={settings.data} />
      <TopicsPanel roomId={roomId} answerers={settings.data.answerers} />
      <section className="question-panel" aria-labelledby="question-groups">
        <h2 id="question-groups">{t('questions.settingsGroups')}</h2>
        <ul className="question-groups">
          {asking.map((group) => (
            <GroupRules
              key={group.id}
              roomId={roomId}
              group={group}
              rules={settings.data.groups.find(({ groupId }) => groupId === group.id)}
            />
          ))}
        </ul>
        <h3>{t('questions.settingsExperts')}</h3>
        {experts.length === 0 ? (
          <p className="meta">{t('questions.settingsExpertsNone')}</p>
        ) : (
          <ul className="question-experts">
            {experts.map((group) => (
              <li key={group.id}>
                <GroupName group={group} />
              </li>
            ))}
          </ul>
        )}
      </section>
    </div>
  )
}
