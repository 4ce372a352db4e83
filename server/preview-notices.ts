import type { Converter, HwpGuard, OfficeLack } from './workers/convert/index.ts'

const PACKAGES = 'libreoffice-writer-nogui libreoffice-calc-nogui libreoffice-impress-nogui bubblewrap'

/** For the person at the machine, a line for each: which previews there are not, and which are made less guarded than they could be. */
export async function previewNotices(converter: Pick<Converter, 'officeLacks' | 'hwpGuard'>): Promise<string[]> {
  const [lacks, guard] = await Promise.all([converter.officeLacks(), converter.hwpGuard()])
  const notices = [officeNotice(lacks), hwpNotice(guard)]
  return notices.filter((notice) => notice !== undefined)
}

function officeNotice(lacks: readonly OfficeLack[]): string | undefined {
  if (lacks.length === 0) return undefined
  if (lacks.includes('cage'))
    return 'Office 미리보기 없음: 이 서버에서 bubblewrap이 격리 공간을 만들지 못합니다 · No Office previews: bubblewrap cannot make its cage here; see docs/operate/previews.md'
  return `Office 미리보기 없음 (${lacks.join(', ')}) · No Office previews without these: apt install ${PACKAGES}`
}

function hwpNotice(guard: HwpGuard): string | undefined {
  if (guard === 'cage') return undefined
  const [ko, en] = {
    namespaces: ['네트워크만 차단됨', 'without network, but not kept from files by the kernel'],
    node: ['네트워크와 파일이 커널 수준에서 차단되지 않음', 'kept from network and files by no kernel'],
  }[guard]
  return `Hangul 미리보기 변환: bubblewrap 격리 없음 (${ko}) · Hangul documents are converted outside a cage, ${en}; see docs/operate/previews.md`
}
