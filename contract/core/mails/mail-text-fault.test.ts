import { describe, expect, it } from 'vitest'
import { linkOrHeaderIn, mailTextFault } from './mail-text-fault.ts'
import { mailParagraphs } from './mail-texts.ts'

const codeOf = (text: string): string | undefined => mailTextFault(text, true)?.code

describe('an own introduction', () => {
  it.each([
    'Log in at {firm}.com',
    'evil.{firm}',
    '{firm}com',
    'P{firm}: 1234',
    '{firm}: 1234',
    'https:{firm}',
    'evil/{firm}',
    '{firm}/login',
    'a@{firm}',
    '{firm}@example',
    'evil-{firm}',
    '{firm}-login',
    '{firm}{room}',
    '{firm}1',
    '주식회사{firm}',
    '{firm}‥com',
    '{firm},com',
  ])('is refused where a placeholder touches what it could be joined with: %s', (text) => {
    expect(mailTextFault(text, true)).toMatchObject({
      code: 'MAIL_TEXT_APART',
      found: expect.stringMatching(/^\{(?:firm|room)\}$/),
    })
  })

  it.each([
    '{name}님, {firm}은 {room}에 모십니다.',
    'Dear {name},\nwelcome to {room}. We are {firm}.',
    "'{room}'에 초대합니다 ({firm}).",
    '“{room}.” {firm}!',
    '1. 자료를 보고\n2. 질의해 주세요. 마감은 3월 2일(월) 18:00입니다.',
    '첫 문장입니다.다음 문장입니다. 3.5배, 2026.3.2.까지',
    'PIN은 다른 사람에게 알리지 마세요. 데이터룸은 3월까지 엽니다.',
    '참고: 데이터룸 번호는 아래에 있습니다.',
    'The data room opens on Monday - please enter early.',
    '경영진 인터뷰 / 현장 실사 및 Q&A: 4월',
    '문의: 김담당 (내선 1234)',
    'Contact: Jane Doe, Hanbit Partners',
    '일시: 2026.3.10. 14:00',
    '- 대상 / For: 자문사\n- 문서: 재무제표 3.11판',
    'Бюро: Мария. Текст и место',
    'Это вопрос.Со всеми ответами',
    'Это тест.Со всеми. Оно.На место.Тут',
    'Αυτό είναι το.Το κείμενο.Με όλα, όνομα.Το',
    'нет.но.это',
  ])('may say what is harmless: %s', (text) => expect(codeOf(text)).toBeUndefined())

  it.each([
    '안\u115f내',
    '안\u1160내',
    '안\u3164내',
    '안\uffa0내',
    '안\u2800내',
    '안\u034f내',
    '안\u200b내',
    '안\u2060내',
    '안\ufe0f내',
    '안\u{e0041}내',
  ])('has no characters that cannot be seen: %j', (text) =>
    expect(codeOf(text)).toBe('MAIL_TEXT_CHARACTER'),
  )

  it.each([
    'evil.com',
    'evil.한국',
    '악.닷컴으로',
    'пример.рф',
    '例子.中国',
    'пример.онлайн',
    'مثال.السعودية',
    'उदाहरण.भारत',
    'evil.co\u0308m',
    'evil․com',
    'evil.무엇/login',
    'evil.무엇:8080',
    'evil。中国',
    'evil.соm',
    'еvіl․сᴏᴍ/а',
    '여기는еvіl.сом으로',
    '한국.соm',
    'тест.со',
    '(аре.сом)',
    'httрѕ:еvil.сom',
    'evil-ж.соm',
    'пример.соm으로',
  ])('has no links of any script: %s', (text) => expect(codeOf(text)).toBe('MAIL_TEXT_LINK'))

  it.each([
    ['안내는 еvіl.сom/а 에서', 'еvіl.сom'],
    ['첫 줄\n안내는 тест.со/а 에서\n끝', 'тест.со'],
    ['첫 줄\n ﷺ evil․com 에서 \n끝', 'ﷺ evil․com 에서'],
    ['첫 줄\n evil․com 에서 \n끝', 'evil․com'],
  ])('names what was typed, not how it is read: %j', (text, found) => {
    expect(linkOrHeaderIn(text)).toEqual({ code: 'MAIL_TEXT_LINK', found })
  })

  it.each([
    '• PIN: 1',
    '1) PIN: 1',
    'a) 데이터룸: 1',
    '가. 네트워크 주소: 1',
    '【새 PIN】: 1',
    '새  PIN : 1',
    'P I N: 1',
    'PÍN: 1',
    'ＰＩＮ：1',
    'PIN∶ 1',
    'PIN = 1',
    'PIN - 1',
    '귀하의 PIN: 1',
    'Your PIN: 1',
    '데이터룸 번호 / Room number: 1',
    '- 인증번호: 1',
    '* Network address: 1',
    '③ Bcc: 누구',
    'X-Mailer: 1',
    'РIN: 1',
    'ΡΙΝ: 1',
    'ᴘɪɴ: 1',
    'P1N: 1',
    'PlN: 1',
    'P|N: 1',
    'Ⲣіꓠ: 1',
    'P\u0336I\u0336N\u0336: 1',
    '🅿🅸🅽: 1',
    '🇵 🇮 🇳: 1',
    'Rооm numbеr: 1',
    'Room nurnber: 1',
    'Νеtwоrk аddrеѕѕ: 1',
    'Оperator с0de: 1',
    'Ｆｒоｍ: 1',
    'Contact / Data room: 1',
    '일시 / PIN: 1',
    '--',
  ])('has no lines like those of mails: %s', (line) =>
    expect(codeOf(`안내\n${line}`)).toBe('MAIL_TEXT_HEADER'),
  )
})

describe('values of an introduction', () => {
  const filled = (text: string, firm: string) =>
    mailParagraphs(text, { name: '이참여', room: '한빛', firm }).join('\n\n')

  it('are not joined with what they touch, and stand alone as they are', () => {
    expect(filled('{firm}입니다. {room} {name}', '한앤')).toBe('한앤\u200c입니다. 한빛 이참여')
    expect(filled('evil.{firm}', 'com')).toBe('evil.\u200ccom')
  })

  it.each([
    ['{firm} 1234', 'PIN:'],
    ['{firm} : 1234', 'PIN'],
    ['P{firm}: 1234', 'IN'],
    ['{firm} PIN: 1234', '•'],
    ['{firm}', 'evil.com'],
  ])('cannot make a line or a link: %s with %s', (text, firm) =>
    expect(linkOrHeaderIn(filled(text, firm))).toBeDefined(),
  )
})
