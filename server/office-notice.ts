import type { OfficeLack } from './workers/convert/index.ts'

const PACKAGES = 'libreoffice-writer-nogui libreoffice-calc-nogui libreoffice-impress-nogui bubblewrap'

/** One line for the person at the machine: that there are no Office previews, and how to get them; undefined where there are. */
export function officeNotice(lacks: readonly OfficeLack[]): string | undefined {
  if (lacks.length === 0) return undefined
  if (lacks.includes('cage'))
    return 'Office 미리보기 없음: 이 서버에서 bubblewrap이 격리 공간을 만들지 못합니다 · No Office previews: bubblewrap cannot make its cage here; see docs/operate/previews.md'
  return `Office 미리보기 없음 (${lacks.join(', ')}) · No Office previews without these: apt install ${PACKAGES}`
}
