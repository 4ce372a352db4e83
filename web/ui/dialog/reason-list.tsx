import './reason-list.css'
import { FileName } from '../list/file-name.tsx'
import { ScrollArea } from '../list/scroll-area.tsx'

const LISTED = 20

interface ReasonListProps<Row> {
  readonly label: string
  readonly rows: readonly Row[]
  readonly describe: (row: Row) => {
    readonly key: string | number
    readonly name: string
    readonly reason: string
  }
  readonly others: (count: number) => string
}

export function ReasonList<Row>({ label, rows, describe, others }: ReasonListProps<Row>) {
  return (
    <ScrollArea className="reason-list" label={label}>
      <ul>
        {rows
          .slice(0, LISTED)
          .map(describe)
          .map(({ key, name, reason }) => (
            <li key={key}>
              <span className="file-name" data-tip={name}>
                <FileName name={name} />
              </span>
              <span className="meta">{reason}</span>
            </li>
          ))}
        {rows.length > LISTED && <li className="meta">{others(rows.length - LISTED)}</li>}
      </ul>
    </ScrollArea>
  )
}
