import { greetingOf } from '../../../platform/mail/greeting.ts'
import { layoutMail } from '../../../platform/mail/layout.ts'
import type { Mail } from '../../../platform/mail/mail.ts'
import { linkIntoRoom } from '../../../platform/mail/mail-links.ts'
import { nameInMail } from '../../../platform/mail/name-in-mail.ts'

interface Around {
  readonly room: { readonly name: string; readonly roomNo: string }
  readonly to: { readonly name: string; readonly email: string }
  readonly publicUrl: string
}

const factsOf = ({ name, roomNo }: Around['room']) => [
  { label: '데이터룸 / Data room', value: name },
  { label: '데이터룸 번호 / Room number', value: roomNo },
]

interface Proposed extends Around {
  readonly lead: string
  readonly group: string
  readonly people: readonly { readonly name: string }[]
}

/** The mail is bilingual and omits addresses, which could carry a link. */
export function proposedMail({ room, to, publicUrl, lead, group, people }: Proposed): Mail {
  const count = people.length
  const content = {
    greeting: greetingOf(nameInMail(to.name)),
    paragraphs: [
      `${nameInMail(lead)} 님이 '${nameInMail(group)}' 그룹에 ${count}명의 초대를 요청했습니다. 승인하면 PIN이 메일로 전달됩니다.`,
      `${nameInMail(lead)} has proposed ${count === 1 ? 'a person' : `${count} people`} for the group ${nameInMail(group)}. People whom you admit are mailed a PIN.`,
      people.map(({ name }) => `· ${nameInMail(name)}`).join('\n'),
    ],
    facts: factsOf(room),
    link: {
      label: '초대 요청 보기 / Review proposals',
      url: linkIntoRoom(publicUrl, room.roomNo, '/admin/invitation'),
    },
    footer:
      '그룹 담당자의 초대 요청을 운영자에게 알리는 메일입니다. 잘못 받으셨다면 삭제해 주세요.\nYou receive this e-mail as an operator because a group lead has proposed people. If you received it in error, please delete it.',
  }
  const subject = `[${room.name}] 초대 요청 ${count}명 / People proposed: ${count}`
  return { to: to.email, language: 'ko', subject, ...layoutMail(content, 'ko') }
}

interface Decided extends Around {
  readonly person: string
  readonly isAdmitted: boolean
}

export function decidedMail({ room, to, publicUrl, person, isAdmitted }: Decided): Mail {
  const name = nameInMail(person)
  const content = {
    greeting: greetingOf(nameInMail(to.name)),
    paragraphs: [
      `${name} 님의 초대 요청이 ${isAdmitted ? '승인되어 PIN이 전달되었습니다' : '거절되었습니다'}.`,
      isAdmitted
        ? `Your proposal of ${name} has been admitted; a PIN has been mailed to that person.`
        : `Your proposal of ${name} has been declined.`,
    ],
    facts: factsOf(room),
    link: {
      label: '데이터룸 입장 / Enter the data room',
      url: linkIntoRoom(publicUrl, room.roomNo, '/'),
    },
    footer:
      '초대를 요청한 그룹 담당자에게 보내는 메일입니다. 잘못 받으셨다면 삭제해 주세요.\nYou receive this e-mail because you proposed a person. If you received it in error, please delete it.',
  }
  const subject = `[${room.name}] 초대 요청 ${isAdmitted ? '승인' : '거절'} / Proposal ${isAdmitted ? 'admitted' : 'declined'}`
  return { to: to.email, language: 'ko', subject, ...layoutMail(content, 'ko') }
}
