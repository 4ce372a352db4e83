import { Readable } from 'node:stream'
import type { Log } from '../../platform/log/log.ts'
import { ConvertError } from './convert-error.ts'
import {
  findOfficePrograms,
  type OfficePaths,
  type OfficePrograms,
  USUAL_FOLDERS,
} from './office-programs.ts'
import { sandboxed } from './office-sandbox.ts'
import { type FilterEnd, runFilter } from './run-filter.ts'

const OUTPUT_BYTES = 256 * 2 ** 20
const PROBE_WITHIN_MS = 20_000
/** `sandbox/basic` has the macro. Documents' macros stay disabled. */
const SHEET_MACRO = 'macro:///Standard.Sheets.Convert'
const EXIT = { noPdf: 3, crashed: 4 } as const

/**
 * LibreOffice exits with 81 after creating its profile and must be restarted. Without Basic, it prints sheets without
 * the macro.
 */
const CONVERT = `
umask 077
cat > "document.$2" || exit 1
office() {
  program=$1
  shift
  "$program" -env:UserInstallation=file:///work/profile --headless --norestore --nolockcheck "$@" >&2
}
plainly() {
  office "$1" --convert-to pdf --outdir /work/out "document.$2"
}
convert() {
  case $2 in
    xls | xlsx) mkdir -p profile/user/basic out && cp -r basic/. profile/user/basic && office "$1" ${SHEET_MACRO} ;;
    *) plainly "$@" ;;
  esac
}
convert "$@"
code=$?
if [ $code = 81 ]; then convert "$@"; code=$?; fi
case $2 in
  xls | xlsx) if [ ! -e out/began ]; then plainly "$@"; code=$?; fi ;;
esac
[ $code -lt 128 ] || exit ${EXIT.crashed}
[ -s out/document.pdf ] || exit ${EXIT.noPdf}
exec cat out/document.pdf
`

/** The probe requires hidden system files and no network. */
const PROBE = `
[ ! -e /etc/passwd ] && [ ! -e /root ] && [ ! -e /home ] || exit 1
lines=0
while read -r line; do lines=$((lines + 1)); done < /proc/net/dev
[ $lines -le 3 ] || exit 1
exec "$1" --version
`

/** `sandbox` does not work here. */
export type MissingOfficePart = 'libreoffice' | 'bubblewrap' | 'sandbox'

export interface OfficeConverter {
  missingParts(): Promise<readonly MissingOfficePart[]>
  /** @throws ConvertError */
  convert(
    extension: string,
    input: Readable,
    deadlineMs: number,
    signal: AbortSignal,
  ): AsyncGenerator<Buffer, void, undefined>
}

export function createOfficeConverter(paths: OfficePaths, log: Log): OfficeConverter {
  let probing: Promise<OfficePrograms | readonly MissingOfficePart[]> | undefined
  const programs = () => {
    probing ??= probe(paths, log)
    return probing
  }
  return {
    async missingParts() {
      const found = await programs()
      return 'bwrap' in found ? [] : found
    },
    async *convert(extension, input, deadlineMs, signal) {
      const found = await programs()
      if (!('bwrap' in found))
        throw new ConvertError('NO_CONVERTER', `missing: ${found.join(', ')}`)
      const command = sandboxed(found, CONVERT, extension)
      yield* runFilter({ ...command, deadlineMs, outputBytes: OUTPUT_BYTES }, input, judge, signal)
    },
  }
}

async function probe(
  paths: OfficePaths,
  log: Log,
): Promise<OfficePrograms | readonly MissingOfficePart[]> {
  const found = findOfficePrograms(paths, USUAL_FOLDERS)
  if (!('bwrap' in found)) return found
  const filter = { ...sandboxed(found, PROBE), deadlineMs: PROBE_WITHIN_MS, outputBytes: 10_000 }
  try {
    const said: Buffer[] = []
    for await (const chunk of runFilter(filter, nothing(), judge, new AbortController().signal))
      said.push(chunk)
    if (said.length === 0) throw new ConvertError('NO_CONVERTER', 'the sandbox ran nothing')
    log.debug(
      { version: Buffer.concat(said).toString('utf8').trim() },
      'LibreOffice runs in its sandbox',
    )
    return found
  } catch (error) {
    log.warn(
      { error, bwrap: found.bwrap, soffice: found.soffice },
      'LibreOffice does not run in a sandbox here; there are no Office previews',
    )
    return ['sandbox']
  }
}

const nothing = (): Readable => Readable.from([])

function judge({ code, signal, stderr }: FilterEnd): ConvertError | undefined {
  if (code === 0) return undefined
  const detail = `exit code ${code}, signal ${signal}: ${stderr}`
  return new ConvertError(code === EXIT.noPdf ? 'BROKEN' : 'CRASHED', detail)
}
