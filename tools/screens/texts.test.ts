import { expect, test } from 'vitest'
import { textsOf } from './texts.mjs'

const who = { name: '이참여' }

/** The specification requires these texts. */
const TEXTS: readonly (readonly [
  key: string,
  korean: string,
  english: string,
  values?: Readonly<Record<string, unknown>>,
])[] = [
  ['login.required', 'PIN을 입력해 주세요.', 'Please enter the PIN'],
  [
    'network.failed',
    '요청을 처리하지 못했습니다. 잠시 후 다시 시도해 주세요.',
    'The request could not be completed. Please try again shortly.',
  ],
  ['login.check', 'PIN을 확인해 주세요.', 'Please check the PIN'],
  [
    'login.mailSent',
    '메일을 보냈습니다. 새 탭을 열어 확인해 주세요.',
    'Mail sent, open a new tab to check',
  ],
  ['gate.mismatch', 'CODE가 일치하지 않습니다.', 'The CODE does not match'],
  ['app.denied', '운영자가 아닙니다.', 'You are not an operator'],
  [
    'uploads.invalid',
    '올바르지 않은 파일이 있습니다. 허용된 확장자의 300MB 이하 파일만 업로드할 수 있습니다.',
    'Some files are not valid. Only files of up to 300MB with the allowed extensions can be uploaded',
  ],
  [
    'uploads.failed',
    '파일을 업로드하는 중 오류가 발생했습니다. (저장 공간이 부족합니다.)',
    'An error occurred during file upload (저장 공간이 부족합니다.)',
    { detail: '저장 공간이 부족합니다.' },
  ],
  ['uploads.okOne', '파일을 업로드했습니다.', 'File uploaded successfully.'],
  ['uploads.okMany', '파일 2개를 업로드했습니다.', '2 files uploaded successfully.', { count: 2 }],
  ['actions.selectFile', '파일을 선택해 주세요.', 'Please select a file.'],
  ['actions.nothingToPaste', '붙여넣을 파일이 없습니다.', 'There is no file to paste.'],
  ['actions.deleteFile', '파일을 삭제하시겠습니까?', 'Do you want to delete the file?'],
  ['messages.titleMissing', '제목을 입력해 주세요.', 'Please enter the title'],
  ['messages.contentMissing', '내용을 입력해 주세요.', 'Please enter the content'],
  ['messages.recipientsMissing', '보낼 대상이 없습니다.', 'There are no recipients to send to'],
  ['messages.several', '이참여 외 2명', '이참여 and 2 others', { ...who, count: 2 }],
  ['invite.nameRequired', '이름을 입력해 주세요.', 'Please enter the name'],
  ['invite.emailRequired', '이메일 주소를 입력해 주세요.', 'Please enter the e-mail address'],
  ['invite.max', '최대 30명까지 초대할 수 있습니다.', 'Up to 30 people can be invited'],
  ['invite.unfinished', '사용자 등록을 완료해야 합니다.', 'You must finish registering the user.'],
  [
    'invite.duplicate',
    '다음 이메일 주소가 중복되었습니다: a@example.com',
    'The following e-mail addresses are duplicated: a@example.com',
    { list: 'a@example.com' },
  ],
  ['invite.duplicateTitle', '이메일 중복 확인', 'Duplicate e-mail check'],
  [
    'invite.rowRemove',
    '목록에서 삭제하시겠습니까? 목록에서만 삭제되며, 차단은 따로 설정해야 합니다.',
    "Remove it from the list? It is removed only from the list; 'block' must be set separately.",
  ],
  ['invite.completeConfirm', '사용자로 초대하시겠습니까?', 'Do you want to invite as user?'],
  [
    'invite.cancelConfirm',
    '등록을 취소하시겠습니까? 입력한 정보가 모두 삭제됩니다.',
    'Cancel registration? All entered information will be deleted.',
  ],
  [
    'invite.help',
    "등록을 마치고 '완료'를 누르면 사용자에게 PIN이 전달됩니다. '수정'을 누르면 초대할 사람을 추가하거나 정보를 고칠 수 있습니다.",
    "When registration is finished and you press 'Complete', the PIN is delivered to the user. 'Modify' can add people to invite or edit their details.",
  ],
  [
    'members.printOn',
    '이참여 님의 인쇄를 허용하시겠습니까?',
    'Do you want to allow 이참여 to print?',
    who,
  ],
  [
    'members.printOff',
    '이참여 님의 인쇄를 차단하시겠습니까?',
    'Do you want to block 이참여 from printing?',
    who,
  ],
  [
    'members.downloadOn',
    '이참여 님의 다운로드를 허용하시겠습니까?',
    'Do you want to allow 이참여 to download?',
    who,
  ],
  [
    'members.downloadOff',
    '이참여 님의 다운로드를 차단하시겠습니까?',
    'Do you want to block 이참여 from downloading?',
    who,
  ],
  [
    'members.accessOn',
    '이참여 님의 접근을 허용하시겠습니까?',
    'Do you want to allow 이참여 access?',
    who,
  ],
  [
    'members.accessOff',
    '이참여 님의 접근을 일시 차단하시겠습니까?',
    'Do you want to temporarily block the access of 이참여?',
    who,
  ],
  // The specification says "Processed successfully."
  ['members.printOnDone', '이참여 님의 인쇄를 허용했습니다.', '이참여 can now print.', who],
  [
    'members.invitedDone',
    '2명을 초대했습니다. PIN을 메일로 보내고 있습니다.',
    '2 people invited. Their PINs are being e-mailed.',
    { count: 2 },
  ],
  ['room.watermarkOnDone', '워터마크를 켰습니다.', 'Watermark turned on.'],
  ['room.watermarkOffDone', '워터마크를 껐습니다.', 'Watermark turned off.'],
  ['room.watermarkOn', '워터마크를 켜시겠습니까?', 'Do you want to turn the watermark on?'],
  ['room.watermarkOff', '워터마크를 끄시겠습니까?', 'Do you want to turn the watermark off?'],
  [
    'room.notiOn',
    '새 문서 알림을 켜시겠습니까?',
    'Do you want to turn the new-document notification on?',
  ],
  [
    'room.notiOff',
    '새 문서 알림을 끄시겠습니까?',
    'Do you want to turn the new-document notification off?',
  ],
  [
    'viewer.password',
    '이 PDF 파일을 열려면 비밀번호를 입력해 주세요.',
    'Enter the password to open this PDF file.',
  ],
  ['viewer.failedPdf', 'PDF 파일을 불러오지 못했습니다.', 'Failed to load PDF file.'],
  ['viewer.loadingPdf', 'PDF를 불러오는 중…', 'Loading PDF…'],
  ['viewer.pageFailed', '페이지를 불러오지 못했습니다.', 'Failed to load the page.'],
  ['viewer.pageLoading', '페이지를 불러오는 중…', 'Loading page…'],
  [
    'compose.password',
    '이 PDF 파일을 열려면 비밀번호를 입력해 주세요.',
    'Enter the password to open this PDF file.',
  ],
  ['compose.fit', '한 화면에 맞춤', 'Fit to one screen'],
  ['compose.failedPdf', 'PDF 파일을 불러오지 못했습니다.', 'Failed to load PDF file.'],
  ['compose.loadingPdf', 'PDF를 불러오는 중…', 'Loading PDF…'],
  ['compose.noPdf', '지정된 PDF 파일이 없습니다.', 'No PDF file specified.'],
  ['compose.failedPage', '페이지를 불러오지 못했습니다.', 'Failed to load the page.'],
  ['compose.loadingPage', '페이지를 불러오는 중…', 'Loading page…'],
  ['compose.noPage', '지정된 페이지가 없습니다.', 'No page specified.'],
  ['documents.emptyRoot', '빈 폴더', 'Empty folder'],
  ['documents.root', '바탕화면', 'Desktop'],
  ['documents.newFolder', '새 폴더', 'New folder'],
  ['dashboard.noLimit', '제한 없음', 'no limit'],
  ['activity.total', '총 7건', 'Total 7 items', { count: 7 }],
  ['activity.dailyUsers', '이참여 외 2명', '이참여 and 2 others', { ...who, count: 2 }],
  ['activity.dailyTotal', '7건', '7 entries', { count: 7 }],
]

test('the client says what the specification has it say, in both languages [said-texts]', () => {
  const [korean, english] = [textsOf('ko'), textsOf('en')]
  const said = TEXTS.map(([key, , , values]) => [key, korean(key, values), english(key, values)])
  expect(said).toEqual(TEXTS.map(([key, ko, en]) => [key, ko, en]))
})
