import type { ErrorEntry } from './error-entry.ts'

export const MAIL_TEXT_ERRORS = {
  MAIL_TEXT_CHARACTER: {
    http: 422,
    ko: '메일 문구에 보이지 않는 문자나 글의 방향을 바꾸는 문자가 있습니다. 지우고 다시 저장해 주세요.',
    en: 'The text contains invisible characters or characters that change the direction of text. Please remove them.',
  },
  MAIL_TEXT_MARKUP: {
    http: 422,
    ko: '메일 문구에는 HTML을 쓸 수 없습니다. 글만 입력해 주세요.',
    en: 'The text cannot contain HTML. Please use plain text.',
  },
  MAIL_TEXT_PLACEHOLDER: {
    http: 422,
    ko: '쓸 수 없는 자리표시입니다: {{found}}. 받는 사람, 데이터룸, 회사 이름의 자리표시만 쓸 수 있습니다.',
    en: '{{found}} is not a placeholder. Only those of the recipient, the data room and the firm can be used.',
  },
  MAIL_TEXT_APART: {
    http: 422,
    ko: '자리표시가 다른 글자나 기호에 붙어 있습니다: {{found}}. 띄어 써 주세요. 뒤에 오는 조사와 문장 부호는 붙여도 됩니다.',
    en: '{{found}} touches other letters or signs. Please put spaces around it.',
  },
  MAIL_TEXT_NO_FIRM: {
    http: 422,
    ko: '회사 이름의 자리표시를 쓰려면 먼저 브랜드에서 회사 이름을 정해 주세요.',
    en: 'To use the placeholder of the firm, please set the name of the firm under Brand first.',
  },
  MAIL_TEXT_LINK: {
    http: 422,
    ko: '메일 문구에는 링크나 이메일 주소를 쓸 수 없습니다({{found}}). 데이터룸으로 가는 링크는 메일에 항상 들어갑니다.',
    en: 'The text cannot contain links or addresses ({{found}}). Every e-mail has the link to the data room.',
  },
  MAIL_TEXT_HEADER: {
    http: 422,
    ko: "메일의 머리글이나 기본 안내로 보일 수 있습니다: '{{found}}'. 줄을 다르게 시작해 주세요.",
    en: "The line '{{found}}' could be taken for a header or a standard line of the e-mail. Please begin it differently.",
  },
} as const satisfies Record<string, ErrorEntry>
