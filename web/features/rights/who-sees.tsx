import { UsersRound } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { NO_PERIOD } from '../../room/grants.ts'
import type { ReachSubject, RightsSubject } from '../../room/rights-subject.ts'
import { ColorDot } from '../../ui/list/color-dot.tsx'
import { QueryState } from '../../ui/state/query-state.tsx'
import { EmptyState } from '../../ui/state/states.tsx'
import { ReachDialog } from './reach/reach-dialog.tsx'
import { type Seeing, useWhoSees } from './rights-query.ts'
import { useRightsTexts } from './use-rights-texts.ts'

export function WhoSees({
  roomId,
  subject,
}: {
  readonly roomId: number
  readonly subject: RightsSubject
}) {
  const { t } = useTranslation()
  const query = useWhoSees(roomId, subject.id)
  const [reached, setReached] = useState<ReachSubject>()
  if (!query.data) return <QueryState query={query} count={3} />
  const now = query.data.filter(seesNow)
  const later = query.data.filter((each) => mayReach(each) && !seesNow(each))
  const never = query.data.filter((each) => !mayReach(each))
  const hidden = [
    { title: t('rights.notNowSeeing'), groups: later },
    { title: t('rights.notSeeing'), groups: never },
  ].filter(({ groups }) => groups.length > 0)
  return (
    <>
      <p className="rights-help meta">{t('rights.whoHelp')}</p>
      {now.length === 0 && <EmptyState icon={UsersRound} text={t('rights.nobody')} />}
      <ul className="rights-rows" aria-label={t('rights.who')}>
        {now.map((each) => (
          <SeeingGroup key={each.groupId} seeing={each} itemId={subject.id} onReach={setReached} />
        ))}
      </ul>
      {hidden.map(({ title, groups }) => (
        <section key={title}>
          <h3 className="rights-heading">{title}</h3>
          <ul className="rights-rows" aria-label={title}>
            {groups.map((each) => (
              <SeeingGroup
                key={each.groupId}
                seeing={each}
                itemId={subject.id}
                onReach={setReached}
              />
            ))}
          </ul>
        </section>
      ))}
      {reached && (
        <ReachDialog roomId={roomId} subject={reached} onClose={() => setReached(undefined)} />
      )}
    </>
  )
}

/** Ignores times, personal switches and staging. */
const mayReach = ({ level, isPath, whenPublished = 'none' }: Seeing): boolean =>
  level !== 'none' || isPath || whenPublished !== 'none'

const seesNow = ({ level, isPath, isInTime, members }: Seeing): boolean =>
  members.length > 0 ? members.some(({ sees }) => sees) : isInTime && (level !== 'none' || isPath)

interface SeeingGroupProps {
  readonly seeing: Seeing
  readonly itemId: number
  readonly onReach: (subject: ReachSubject) => void
}

function SeeingGroup({ seeing, itemId, onReach }: SeeingGroupProps) {
  const { t } = useTranslation()
  const { levelText, sourceText, periodText } = useRightsTexts()
  const { group, level, isPath, isInTime, from, members, whenPublished, networks } = seeing
  const ends =
    from.until === undefined ? undefined : periodText({ ...NO_PERIOD, until: from.until })
  const source =
    from.itemId === itemId ? t(itemId === 0 ? 'rights.everywhere' : 'rights.own') : sourceText(from)
  const lines = [
    source,
    ends,
    isPath && t('rights.path'),
    whenPublished && t('rights.whenPublished', { level: levelText(whenPublished) }),
    !isInTime && t('rights.groupOff'),
    networks.length > 0 &&
      mayReach(seeing) &&
      t('rights.networksOnly', { list: networks.join(', ') }),
  ]
  return (
    <li className="who-group">
      <div className="rights-group">
        <ColorDot color={group.color} />
        <NameButton subject={{ name: group.name, who: { groupId: group.id } }} onReach={onReach} />
        <span className="meta numbers">{t('rights.members', { count: members.length })}</span>
        <span className="who-level" data-level={level}>
          {levelText(level)}
        </span>
      </div>
      <p className="rights-source meta">{lines.filter(Boolean).join(' · ')}</p>
      {level !== 'none' && members.length > 0 && (
        <ul className="who-people">
          {members.map((member) => (
            <li key={member.managementId}>
              <NameButton
                subject={{ name: member.userName, who: { roomManagerId: member.managementId } }}
                onReach={onReach}
              />
              {member.sees || !member.access ? (
                <Abilities level={level} {...member} />
              ) : (
                <OutOfTime isGroupOff={!isInTime} {...member} />
              )}
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}

interface NameButtonProps {
  readonly subject: ReachSubject
  readonly onReach: (subject: ReachSubject) => void
}

function NameButton({ subject, onReach }: NameButtonProps) {
  const { t } = useTranslation()
  return (
    <button
      type="button"
      className="who-name"
      aria-label={t('rights.reachOpen', { name: subject.name })}
      data-tip={t('rights.reachMenu')}
      onClick={() => onReach(subject)}
    >
      {subject.name}
    </button>
  )
}

type Member = Seeing['members'][number]

function OutOfTime({
  isGroupOff,
  from,
  until,
}: Pick<Member, 'from' | 'until'> & { readonly isGroupOff: boolean }) {
  const { t } = useTranslation()
  const { periodText } = useRightsTexts()
  const period = periodText({ ...NO_PERIOD, from: from ?? null, until: until ?? null })
  if (isGroupOff || period === undefined)
    return <span className="who-blocked">{t('rights.groupOff')}</span>
  return <span className="who-blocked">{t('rights.memberOff', { period })}</span>
}

function Abilities({
  level,
  print,
  download,
  access,
}: Pick<Seeing, 'level'> & Pick<Member, 'print' | 'download' | 'access'>) {
  const { t } = useTranslation()
  if (!access) return <span className="who-blocked">{t('rights.accessOff')}</span>
  const gives = { print: level !== 'view', download: level === 'download' || level === 'original' }
  const able = [
    t('rights.view'),
    ...(print ? [t('rights.print')] : []),
    ...(download ? [t(level === 'original' ? 'rights.original' : 'rights.download')] : []),
  ]
  const blocked = [
    ...(gives.print && !print ? [t('rights.printOff')] : []),
    ...(gives.download && !download ? [t('rights.downloadOff')] : []),
  ]
  return (
    <span className="meta who-abilities">
      <span>{able.join(' · ')}</span>
      {blocked.map((text) => (
        <span key={text} className="who-blocked">
          {text}
        </span>
      ))}
    </span>
  )
}
