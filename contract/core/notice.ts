import type { Language } from './errors.ts'

interface NoticeSection {
  readonly title: string
  readonly text: string
}

export interface Notice {
  readonly version: number
  readonly text: Readonly<Record<Language, readonly NoticeSection[]>>
}

const FIRST: Notice = {
  version: 1,
  text: {
    ko: [
      {
        title: '비밀유지',
        text: '이 데이터룸의 문서와 그 내용은 비밀정보입니다. 거래 검토의 목적으로만 이용하며, 권한이 없는 사람에게 보여 주거나 전달하거나 복제하지 않습니다.',
      },
      {
        title: '암호화와 파기',
        text: '모든 문서는 암호화되어 보관되고 프로젝트가 끝나면 파기되며, 파기한 뒤에는 어떤 문서도 남지 않습니다.',
      },
      {
        title: '활동 기록',
        text: '로그인, 열람, 인쇄, 다운로드, 화면 캡처 시도는 이름, 이메일, 일시와 함께 기록되어 운영자에게 제공됩니다. 접속 기록은 법령에 따라 2년간 따로 보관됩니다.',
      },
      {
        title: '워터마크',
        text: '워터마크가 켜져 있으면 문서에 이메일, 일시, Confidential이 표시됩니다.',
      },
    ],
    en: [
      {
        title: 'Confidentiality',
        text: 'The documents in this room and their contents are confidential. Use them to assess the transaction only, and do not show, pass on or copy them to anyone without authority.',
      },
      {
        title: 'Encryption and destruction',
        text: 'All documents are kept encrypted and are destroyed when the project ends; no document is kept after that.',
      },
      {
        title: 'Activity record',
        text: 'Logins, views, prints, downloads and capture attempts are recorded with name, e-mail and time, and shown to the operators. Access records are kept apart for two years as the law requires.',
      },
      {
        title: 'Watermark',
        text: 'While the watermark is on, documents show your e-mail, the time and the word Confidential.',
      },
    ],
  },
}

const SECOND: Notice = {
  version: 2,
  text: {
    ko: [
      {
        title: '비밀유지',
        text: '이 데이터룸의 문서와 그 내용은 비밀정보입니다. 거래를 검토하는 목적으로만 이용하며, 권한이 없는 사람에게 보여 주거나 전달하거나 복제하지 않습니다. PIN과 운영자 코드는 본인만 사용합니다.',
      },
      {
        title: '암호화',
        text: '문서의 내용은 업로드되는 순간부터 암호화되며, 암호화된 상태로만 저장됩니다. 목록과 검색에 필요한 정보(파일과 폴더의 이름, 사용자의 이름과 연락처, 접속한 네트워크 주소, 활동의 종류와 일시)는 암호화하지 않고 저장됩니다.',
      },
      {
        title: '파기',
        text: '프로젝트가 끝나면 모든 문서는 파기되며, 파기한 뒤에는 어떤 문서도 보관하지 않습니다. 그 전에 만든 백업에 남은 사본은 그 백업이 만료될 때 없어집니다. 다운로드하거나 인쇄한 사본, 메일로 받은 첨부 파일은 받은 사람이 직접 파기합니다.',
      },
      {
        title: '활동 기록',
        text: '로그인, 열람한 쪽과 시간, 인쇄, 다운로드, 브라우저가 감지한 화면 캡처 시도, 그 밖의 활동은 이름, 이메일, 네트워크 주소, 일시와 함께 기록되며 운영자에게 제공될 수 있습니다. 접속 기록은 문서와 따로, 관계 법령이 정한 기간을 지켜 2년간 보관됩니다.',
      },
      {
        title: '워터마크',
        text: '워터마크가 켜져 있으면 화면에 보이는 문서와 인쇄하거나 다운로드한 사본에 이메일, 일시, Confidential이 표시됩니다.',
      },
      {
        title: '동의의 기록',
        text: '이 동의는 안내문의 버전, 일시, 네트워크 주소와 함께 저장되며, 처음 동의할 때 그 사본을 메일로 보내 드립니다.',
      },
    ],
    en: [
      {
        title: 'Confidentiality',
        text: 'The documents in this room and their contents are confidential. Use them to assess the transaction only, and do not show them, pass them on or copy them for anyone without authority. PIN and operator code are yours alone.',
      },
      {
        title: 'Encryption',
        text: 'The contents of documents are encrypted from the moment they are uploaded, and are stored in that form only. What lists and searches need is stored without encryption: names of files and folders, names and contact details of people, the network addresses from which they enter, kinds and times of activities.',
      },
      {
        title: 'Destruction',
        text: 'When the project ends, all documents are destroyed, and no document is kept after that. Copies in backups that were made before are gone when those backups expire. Copies that were downloaded or printed, and attachments of mails, are destroyed by whoever received them.',
      },
      {
        title: 'Activity record',
        text: 'Logins, the pages viewed and for how long, prints, downloads, capture attempts that the browser notices, and other activities are recorded with name, e-mail, network address and time, and may be given to the operators. Access records are kept apart from the documents for two years, in keeping with the periods that the law sets.',
      },
      {
        title: 'Watermark',
        text: 'While the watermark is on, documents on the screen and printed or downloaded copies show your e-mail, the time and the word Confidential.',
      },
      {
        title: 'Record of this agreement',
        text: 'This agreement is stored with the version of the notice, the time and the network address. When you agree for the first time, you are mailed a copy of it.',
      },
    ],
  },
}

const THIRD: Notice = {
  version: 3,
  text: {
    ko: replaced(SECOND.text.ko, {
      title: '암호화',
      text: '문서의 내용은 업로드되는 순간부터 암호화되며, 암호화된 상태로만 저장됩니다. 목록, 검색, 통계에 필요한 정보(파일과 폴더의 이름, 사용자의 이름과 연락처, 접속한 네트워크 주소, 활동의 종류와 일시, 누가 어느 날 어떤 문서를 열람, 인쇄, 다운로드하고 각 쪽을 얼마나 보았는지)는 암호화하지 않고 저장됩니다.',
    }),
    en: replaced(SECOND.text.en, {
      title: 'Encryption',
      text: 'The contents of documents are encrypted from the moment they are uploaded, and are stored in that form only. What lists, searches and statistics need is stored without encryption: names of files and folders, names and contact details of people, the network addresses from which they enter, kinds and times of activities, who viewed, printed or downloaded which document on which day, and for how long each page was viewed.',
    }),
  },
}

function replaced(sections: readonly NoticeSection[], section: NoticeSection): NoticeSection[] {
  return sections.map((each) => (each.title === section.title ? section : each))
}

/** Accepted text must stay readable, so a version never changes. */
export const NOTICES: readonly Notice[] = [FIRST, SECOND, THIRD]

export const NOTICE = THIRD
