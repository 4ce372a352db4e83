import { formatSize } from '../../../contract/core/format-size.ts'
import { formatRoomTimeIn } from '../../../contract/core/room-time.ts'
import { hashInGroups } from '../../../contract/proof/checkpoint.ts'
import type {
  DestructionCertificate,
  DestructionFacts,
} from '../../../contract/proof/destruction.ts'
import { sha256 } from '../../platform/encryption/node-crypto.ts'
import { type AuditLine, drawStatement } from '../../workers/esign/index.ts'

const line = (ko: string, en: string, value: string): AuditLine => ({ ko, en, value })

const HOW: Record<DestructionFacts['confirmed']['how'], string> = {
  operator: '다른 운영자의 확인 · confirmed by another operator',
  time: '24시간 동안 철회되지 않음 · not withdrawn within 24 hours',
  machine: '서버 관리자 · server administrator',
  restored: '복원된 백업을 다시 파기함 · restored backup destroyed again',
}
const METHODS: Record<DestructionFacts['methods'][number], string> = {
  'room-key':
    '데이터룸의 모든 내용을 여는 키를 덮어쓰고 삭제 · The only key to the data room’s content was overwritten and deleted',
  rows: '데이터베이스의 내용과 문서별 키 삭제 · Content and document keys were deleted from the database',
  'stored-files': '암호화된 파일 삭제 · Encrypted files were deleted',
}

/** @param zone IANA time zone */
export function drawCertificate(
  { facts, publicKey, note }: DestructionCertificate,
  zone: string,
): Promise<Buffer> {
  const time = (at: string): string => formatRoomTimeIn(new Date(at), 'ko', zone)
  const { room, asked, confirmed, destroyed, log, remains } = facts
  const person = (by: { readonly name: string; readonly email: string } | null): string =>
    by ? `${by.name} (${by.email})` : '—'
  const unnamed =
    confirmed.how === 'restored'
      ? '처음 증명서에 적혀 있습니다 · as stated in the first certificate'
      : '서버 관리자 · server administrator'
  const asker = asked.by ? person(asked.by) : unnamed
  return drawStatement({
    title: '파기 증명서 · Certificate of destruction',
    parts: [
      {
        heading: undefined,
        lines: [
          line('데이터룸', 'Data room', room.name),
          line('데이터룸 번호', 'Room number', room.roomNo),
          line('보관소 ID', 'Vault', room.vault),
          line('신청', 'Requested', `${time(asked.at)}\n${asker}`),
          line(
            '확인',
            'Confirmed',
            `${time(confirmed.at)}\n${HOW[confirmed.how]}${confirmed.by ? `\n${person(confirmed.by)}` : ''}`,
          ),
          line('키 파기', 'Key destroyed', time(facts.keyDestroyedAt)),
          line('파기 완료', 'Completed', time(facts.finishedAt)),
          line('방법', 'Method', facts.methods.map((method) => METHODS[method]).join('\n')),
        ],
      },
      {
        heading: ['파기한 것', 'Destroyed'],
        lines: [
          line('문서', 'Documents', contentsOf(destroyed.documents)),
          line('모든 버전', 'All versions', contentsOf(destroyed.versions)),
          line('서명 문서', 'Signature requests', String(destroyed.signed)),
          line('메시지', 'Messages', String(destroyed.messages)),
          line('사용자', 'People', String(destroyed.members)),
          line('저장된 파일', 'Stored files', String(destroyed.blobs)),
        ],
      },
      {
        heading: ['남는 것', 'Remaining'],
        lines: [
          line(
            '활동 내역(봉인)',
            'Activity log, encrypted',
            `${time(remains.logUntil)}까지 · until then`,
          ),
          line(
            '데이터베이스 백업',
            'Database backups',
            `${time(remains.databaseBackupsUntil)}까지 · until then`,
          ),
          line(
            '키 저장소 백업',
            'Key store backups',
            `${time(remains.keyBackupsUntil)}까지 · until then`,
          ),
          ...(remains.backups
            ? [line('기록된 백업', 'Recorded backups', backupsOf(remains.backups, time))]
            : []),
          line(
            '활동 내역의 끝',
            'End of the activity log',
            log ? `${log.entries}\n${hashInGroups(Buffer.from(log.root, 'base64'))}` : '—',
          ),
        ],
      },
      {
        heading: ['서명', 'Signature'],
        lines: [
          line(
            '키 지문',
            'Key fingerprint',
            hashInGroups(sha256(Buffer.from(publicKey, 'base64'))),
          ),
          line('서명된 글', 'Signed note', note.trimEnd()),
        ],
      },
    ],
    notes: [
      {
        ko: '데이터베이스 백업에는 사람과 문서의 이름이 남을 수 있으나, 문서의 내용은 키 없이는 열리지 않습니다. 파기 전의 키 저장소 백업이 데이터 백업과 함께 남아 있으면 문서가 열릴 수 있으므로, 그런 백업은 위에 적힌 때까지 없어져야 합니다. 저장 장치나 파일 시스템이 따로 보관하는 사본에는 이 서버가 손댈 수 없습니다. ‘기록된 백업’은 이 서버의 명령으로 만든 것 가운데 파기를 마쳤을 때 남아 있던 것입니다.',
        en: 'Database backups may contain the names of people and documents, but the documents themselves cannot be opened without the key. A key store backup made before destruction could open them together with a data backup, and must therefore be deleted by the time stated above. This server has no control over copies kept by storage devices or file systems. “Recorded backups” are those made with this server’s own command that were left when the destruction was completed.',
      },
      {
        ko: '이 증명서는 이 서버가 한 일을 이 서버가 적은 것입니다. 함께 받은 JSON 파일의 서명은 /verify 페이지나 npm run verify로 서버 없이 확인할 수 있습니다.',
        en: 'This certificate is this server’s own statement of what it did. The signature of the accompanying JSON file can be checked without the server, on the /verify page or with npm run verify.',
      },
    ],
  })
}

const MOST_BACKUPS = 12

function backupsOf(
  backups: NonNullable<DestructionFacts['remains']['backups']>,
  time: (at: string) => string,
): string {
  if (backups.length === 0) return '없음 · none'
  const lines = backups
    .slice(-MOST_BACKUPS)
    .map(({ at, data, keys }) => `${time(at)} · ${heldBy({ data, keys })}`)
  const left = backups.length - lines.length
  return [
    ...(left > 0
      ? [`이전 백업 ${left}개(JSON 파일에 있음) · ${left} earlier, listed in the JSON file`]
      : []),
    ...lines,
  ].join('\n')
}

function heldBy({ data, keys }: { readonly data: boolean; readonly keys: boolean }): string {
  if (data && keys) return '데이터와 키 · data and keys'
  return data ? '데이터 · data' : '키 · keys'
}

const contentsOf = ({ count, bytes, list }: DestructionFacts['destroyed']['documents']): string =>
  `${count} · ${formatSize(bytes)}${list === null ? '' : `\nSHA-256 ${hashInGroups(Buffer.from(list, 'base64'))}`}`
