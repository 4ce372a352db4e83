import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components'
import { shortcutOf } from '../../lib/browser/shortcut.ts'
import { useTranslation } from '../../lib/i18n.ts'
import type { ManualTab } from './guides.ts'
import type { KeyUse, ManualPage, ManualSection } from './manual-content.ts'

interface SectionPagesProps {
  readonly section: ManualSection
  readonly start: ManualTab | undefined
}

export function SectionPages({ section: { title, pages }, start }: SectionPagesProps) {
  const { t } = useTranslation()
  const [first, ...others] = pages
  if (!first) return null
  if (others.length === 0) return <Page page={first} />
  return (
    <Tabs className="manual-tabs" defaultSelectedKey={start ?? first.tab}>
      <TabList className="manual-tab-list" aria-label={t(title)}>
        {pages.map((page) => (
          <Tab key={page.tab} id={page.tab} className="manual-tab">
            {t(page.title)}
          </Tab>
        ))}
      </TabList>
      {pages.map((page) => (
        <TabPanel key={page.tab} id={page.tab} className="manual-panel">
          <Page page={page} />
        </TabPanel>
      ))}
    </Tabs>
  )
}

function Page({ page: { drawings, parts, keys } }: { readonly page: ManualPage }) {
  const { t } = useTranslation()
  return (
    <>
      <div className="manual-drawings">
        {drawings.map((Drawing) => (
          <Drawing key={Drawing.name} />
        ))}
      </div>
      <dl className="manual-parts">
        {parts.map(({ title, text }) => (
          <div key={title}>
            <dt>{t(title)}</dt>
            <dd>{t(text)}</dd>
          </div>
        ))}
      </dl>
      {keys && <Keys keys={keys} />}
    </>
  )
}

function Keys({ keys }: { readonly keys: readonly KeyUse[] }) {
  const { t } = useTranslation()
  return (
    <table className="manual-keys">
      <caption>{t('manual.keys')}</caption>
      <tbody>
        {keys.map(({ keys: pressed, text }) => (
          <tr key={text}>
            <th scope="row">
              {pressed.map((key) => (
                <kbd key={key}>{shortcutOf(key).text}</kbd>
              ))}
            </th>
            <td>{t(text)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
