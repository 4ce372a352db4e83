import { UsersRound } from 'lucide-react'
import { systemClock } from '../../lib/browser/clock.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { NO_PERIOD } from '../../room/grants.ts'
import type { RightsSubject } from '../../room/rights-subject.ts'
import { ColorDot } from '../../ui/list/color-dot.tsx'
import { QueryState } from '../../ui/state/query-state.tsx'
import { EmptyState } from '../../ui/state/states.tsx'
import { isInPeriod } from './period.ts'
import { type Seeing, useWhoSees } from './rights-query.ts'
import { useRightsTexts } from './use-rights-texts.ts'

export function WhoSees({ roomId, subject }: { readonly roomId: number; readonly subject: RightsSubject }) {
  const { t } = useTranslation()
  const query = useWhoSees(roomId, subject.id)
  if (!query.data) return <QueryState query={query} count={3} />
  const seeing = query.data.filter(({ level, isPath }) => level !== 'none' || isPath)
  const others = query.data.filter(({ level, isPath }) => level === 'none' && !isPath)
  return (
    <>
      <p className="rights-help meta">{t('rights.whoHelp')}</p>
      {seeing.length === 0 && <EmptyState icon={UsersRound} text={t('rights.nobody')} />}
      <ul className="rights-rows" aria-label={t('rights.who')}>
        {seeing.map((each) => (
          <SeeingGroup key={each.groupId} seeing={each} itemId={subject.id} />
        ))}
      </ul>
      {others.length > 0 && (
        <section>
          <h3 className="rights-heading">{t('rights.notSeeing')}</h3>
          <ul className="rights-rows" aria-label={t('rights.notSeeing')}>
            {others.map((each) => (
              <SeeingGroup key={each.groupId} seeing={each} itemId={subject.id} />
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

interface SeeingGroupProps {
  readonly seeing: Seeing
  readonly itemId: number
}

function SeeingGroup({ seeing, itemId }: SeeingGroupProps) {
  const { t } = useTranslation()
  const { levelText, sourceText, periodText } = useRightsTexts()
  const { group, level, isPath, from, members, whenPublished, networks } = seeing
  const ends = from.until === undefined ? undefined : periodText({ ...NO_PERIOD, until: from.until })
  const isOff = !isInPeriod(group, systemClock.now())
  const source = from.itemId === itemId ? t(itemId === 0 ? 'rights.everywhere' : 'rights.own') : sourceText(from)
  const lines = [
    source,
    ends,
    isPath && t('rights.path'),
    whenPublished && t('rights.whenPublished', { level: levelText(whenPublished) }),
    isOff && t('rights.groupOff'),
    networks.length > 0 && t('rights.networksOnly', { list: networks.join(', ') }),
  ]
  return (
    <li className="who-group">
      <div className="rights-group">
        <ColorDot color={group.color} />
        <span className="rights-name">{group.name}</span>
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
              <span className="who-name">{member.userName}</span>
              {member.sees || !member.access ? <Abilities level={level} {...member} /> : <OutOfTime isGroupOff={isOff} {...member} />}
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}

type Member = Seeing['members'][number]

function OutOfTime({ isGroupOff, from, until }: Pick<Member, 'from' | 'until'> & { readonly isGroupOff: boolean }) {
  const { t } = useTranslation()
  const { periodText } = useRightsTexts()
  const period = periodText({ ...NO_PERIOD, from: from ?? null, until: until ?? null })
  if (isGroupOff || period === undefined) return <span className="who-blocked">{t('rights.groupOff')}</span>
  return <span className="who-blocked">{t('rights.memberOff', { period })}</span>
}

/** What the level gives and the person's switches leave. */
function Abilities({ level, print, download, access }: Pick<Seeing, 'level'> & Pick<Member, 'print' | 'download' | 'access'>) {
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
