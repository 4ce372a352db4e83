import { describe, it } from 'vitest'
import { hasProgram } from '../servers/pdf-tools.ts'

const INSTALL =
  'apt-get install -y chromium chromium-headless-shell fonts-noto-cjk libreoffice-writer-nogui libreoffice-calc-nogui libreoffice-impress-nogui bubblewrap poppler-utils qpdf mupdf-tools openssl'

/** `CI=true` fails instead of skipping. */
export function describeWith(title: string, missing: readonly string[], tests: () => void): void {
  const isMissing = missing.length > 0
  const reason = `${missing.join(', ')} missing: ${INSTALL}`
  describe.skipIf(isMissing)(isMissing ? `${title} (${reason})` : title, () => tests())
  if (isMissing && process.env['CI'] === 'true')
    it(`${title}: its programs are here`, () => {
      throw new Error(reason)
    })
}

export const lackingPdfTools: readonly string[] = ['pdfsig', 'qpdf', 'mutool', 'openssl'].filter(
  (name) => !hasProgram(name),
)
