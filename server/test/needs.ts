import { describe, it } from 'vitest'
import { hasProgram } from './pdf-tools.ts'

/** The one command by which a machine gets all programs that tests need. */
const INSTALL =
  'apt-get install -y chromium chromium-headless-shell fonts-noto-cjk libreoffice-writer-nogui libreoffice-calc-nogui libreoffice-impress-nogui bubblewrap poppler-utils qpdf mupdf-tools openssl'

/**
 * Tests that need programs of others. Where one is missing they are skipped under a title that says so and how to install it; where `CI` is
 * true that is a failure.
 */
export function describeWith(title: string, lacks: readonly string[], tests: () => void): void {
  const isMissing = lacks.length > 0
  const reason = `${lacks.join(', ')} missing: ${INSTALL}`
  describe.skipIf(isMissing)(isMissing ? `${title} (${reason})` : title, () => tests())
  if (isMissing && process.env['CI'] === 'true')
    it(`${title}: its programs are here`, () => {
      throw new Error(reason)
    })
}

/** Readers of PDF by others, and what makes certificates, that are not on this machine. */
export const lackingPdfTools: readonly string[] = ['pdfsig', 'qpdf', 'mutool', 'openssl'].filter((name) => !hasProgram(name))
