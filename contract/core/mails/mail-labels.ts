export const MAIL_HEADS = [
  ...['From', 'To', 'Cc', 'Bcc', 'Subject', 'Date', 'Sent', 'Sender', 'Reply-To', 'Return-Path', 'Received', 'Message-ID'],
  ...['MIME-Version', 'Content-Type', 'Content-Transfer-Encoding', 'Content-Disposition', 'Content-ID', 'Content-Language'],
  ...['보낸 사람', '보내는 사람', '받는 사람', '참조', '숨은 참조', '제목', '날짜', '보낸 날짜', '회신'],
]

/** Letters of firms contain these labels too, so they mislead nobody. */
export const NATURAL_LABELS = [
  ...['문의', 'Contact', '문서', 'Document', 'Documents', '첨부 파일', 'Attachment'],
  ...['대상', 'For', '대상자', 'Person', '일시', 'Time'],
]

export const MAIL_LABELS = [
  ...[
    'PIN',
    '새 PIN',
    'New PIN',
    'PIN 번호',
    'PIN number',
    '운영자 코드',
    'Operator code',
    '인증 코드',
    'Verification code',
    'Code',
    '패스키',
    'Passkey',
  ],
  ...['데이터룸', 'Data room', '데이터룸 번호', '룸 번호', 'Room number', '새 데이터룸 번호', 'New room number'],
  ...['네트워크 주소', 'Network address', '기기', 'Device', '새 이메일', 'New e-mail address', 'API 키', 'API key'],
  ...['첨부 파일 보관 기한', 'Attachment available until', '한도', 'Limit'],
  ...['보낸 사람', 'From', '관리자', 'Administrator', '초대한 인원', 'Invited', '초대한 사람', 'Invited by'],
  ...[
    '요청한 사람',
    '신청한 사람',
    '요청한 관리자',
    '요청한 사람 또는 프로그램',
    'Requested by',
    '해제한 사람',
    'Unlinked by',
    '철회한 사람',
    'Withdrawn by',
    '초기화한 운영자',
    'Reset by',
  ],
  ...['안내문 버전', '동의서 버전', 'Agreement version', '서명한 성명', 'Signed as', '동의 일시', '동의한 일시', 'Accepted at'],
  ...['요청한 일시', 'Requested at', '처리 일시', 'Carried out at', '종료 일시', 'Closes at', 'Closed at'],
  ...['서명 기한', 'Signing deadline', '질의 마감일', 'Last day for questions', '파기 시작', 'Starts at', '파기 완료', 'Completed at'],
  ...[
    '키 파기',
    'Key destroyed at',
    '서명 키 지문',
    'Key fingerprint',
    '인증서 지문',
    'Certificate fingerprint',
    '전자서명',
    'Signature',
    'SHA-256',
  ],
]
