const HEAD = {
  format: 'sealroom-history/1',
  roomNo: '2611-0001',
  roomName: '한빛테크 인수 실사',
  exportedAt: '2026-11-22T09:30:00.000Z',
  filter: {},
  checkpoint: null,
  publicKey: Buffer.alloc(32).toString('base64'),
}

async function showVerify({ page, t }, ...files) {
  await page.goto('/verify')
  await page.getByRole('button', { name: t('verify.choose') }).waitFor()
  if (files.length === 0) return
  await page
    .locator('input[type=file][multiple]')
    .setInputFiles(
      files.map(({ name, text }) => ({ name, mimeType: '', buffer: Buffer.from(text) })),
    )
  await page.getByRole('article').first().waitFor()
}

export const VERIFY_SCENES = [
  { name: 'verify', as: 'visitor', open: (stage) => showVerify(stage) },
  {
    name: 'verify-paste',
    of: 'verify',
    as: 'visitor',
    async open(stage) {
      await showVerify(stage)
      await stage.page.getByText(stage.t('verify.paste')).click()
      await stage.page
        .getByRole('textbox', { name: stage.t('verify.pasteLabel') })
        .fill('sealroom/log/')
      await stage.page.getByText(stage.t('verify.pasteNone')).waitFor()
    },
  },
  {
    name: 'verify-bad',
    of: 'verify',
    as: 'visitor',
    open: (stage) =>
      showVerify(
        stage,
        {
          name: 'room-history_261122183000.json',
          text: `${JSON.stringify(HEAD).slice(0, -1)},"entries":[\n\n]}\n`,
        },
        {
          name: '한빛테크 인수 실사 관련 검토 의견서와 부속 자료 목록 (최종) 2026년 11월 22일자.pdf',
          text: '%PDF-1.7',
        },
      ),
  },
]
