import type { Language } from '../../../../contract/core/errors.ts'
import type { TOPIC_TEMPLATES } from '../../../../contract/features/threads/thread-settings.ts'

type Template = (typeof TOPIC_TEMPLATES)[number]

const TOPICS: Readonly<Record<Template, readonly (readonly [korean: string, english: string])[]>> =
  {
    'due-diligence': [
      ['일반·지배구조', 'Corporate and governance'],
      ['재무·회계', 'Finance and accounting'],
      ['세무', 'Tax'],
      ['법률·계약', 'Legal and contracts'],
      ['소송·분쟁', 'Litigation and disputes'],
      ['인사·노무', 'Employment and benefits'],
      ['사업·영업', 'Business and sales'],
      ['지식재산권', 'Intellectual property'],
      ['IT·정보보호', 'IT and data protection'],
      ['부동산·자산', 'Property and assets'],
      ['인허가·규제', 'Licences and regulation'],
      ['환경·안전', 'Environment, health and safety'],
    ],
    'real-estate': [
      ['소유권·등기', 'Title and registration'],
      ['임대차', 'Leases'],
      ['건축·시설', 'Building and facilities'],
      ['재무·세무', 'Finance and tax'],
      ['인허가·용도', 'Permits and zoning'],
      ['환경', 'Environment'],
      ['보험', 'Insurance'],
    ],
    'fund-raising': [
      ['회사 개요', 'Company overview'],
      ['시장·경쟁', 'Market and competition'],
      ['제품·기술', 'Product and technology'],
      ['재무·지표', 'Financials and metrics'],
      ['지분·투자 조건', 'Capitalisation and terms'],
      ['법률', 'Legal'],
      ['팀', 'Team'],
    ],
  }

export const topicsOf = (template: Template, language: Language): string[] =>
  TOPICS[template].map(([korean, english]) => (language === 'ko' ? korean : english))
