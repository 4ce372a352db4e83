import type { Language } from '../../../../contract/core/errors.ts'
import { ROLE } from '../../../../contract/core/limits.ts'
import { formatMinute } from '../../../../contract/core/room-time.ts'
import type { SheetContent } from '../../../workers/sheet/index.ts'
import { WORDS } from './matrix-words.ts'
import type { PastGroup, PastMember } from './past-rights.read.ts'

interface People {
  readonly groups: readonly PastGroup[]
  readonly members: readonly PastMember[]
  /** Earlier changes are unknown. */
  readonly since: Date
  readonly shown: { readonly at: Date; readonly language: Language; readonly zone: string }
}

const WIDTH = 26

export function peopleSheets(people: People): SheetContent[] {
  const words = WORDS[people.shown.language]
  const sheet = (
    name: string,
    columns: number,
    rows: Iterable<readonly string[]>,
  ): SheetContent => ({
    layout: { name, widths: Array.from({ length: columns }, () => WIDTH) },
    rows,
  })
  return [sheet(words.groups, 4, groupRows(people)), sheet(words.people, 7, memberRows(people))]
}

function* groupRows({ groups, shown, since }: People): Generator<string[]> {
  const words = WORDS[shown.language]
  const moment = momentIn(shown)
  yield [words.group, words.from, words.end, words.networks]
  for (const { name, starts_at, ends_at, networks } of groups)
    yield [name, moment(starts_at), moment(ends_at), networks.join(', ')]
  yield []
  yield [words.at, moment(shown.at)]
  if (since > shown.at) yield [words.recorded, moment(since)]
}

function* memberRows({ groups, members, shown }: People): Generator<string[]> {
  const words = WORDS[shown.language]
  const moment = momentIn(shown)
  const names = new Map(groups.map(({ id, name }) => [id, name]))
  const answer = (is: boolean): string => (is ? words.yes : words.no)
  yield [words.name, words.group, words.print, words.download, words.access, words.from, words.end]
  for (const {
    name,
    role_id,
    group_id,
    group_from,
    group_until,
    can_print,
    can_download,
    can_access,
  } of members) {
    const isOperator = role_id === ROLE.operator
    yield [
      name,
      isOperator ? words.operator : (names.get(group_id ?? 0) ?? ''),
      ...[can_print, can_download, can_access].map(answer),
      ...(isOperator ? ['', ''] : [moment(group_from), moment(group_until)]),
    ]
  }
}

const momentIn =
  ({ zone }: { readonly zone: string }) =>
  (at: Date | null): string =>
    at === null ? '' : formatMinute(at, zone)
