import type { ErrorEntry } from './error-entry.ts'

export const RIGHTS_ERRORS = {
  RIGHTS_INVALID: {
    http: 400,
    ko: '‘{{item}}’에 대한 ‘{{group}}’ 그룹의 권한을 이렇게 바꿀 수 없습니다. 기간, 중복, 최상위 권한을 확인해 주세요. 아무것도 바꾸지 않았습니다.',
    en: 'The permission of group “{{group}}” on “{{item}}” cannot be set like this. Please check the period, duplicates and the permission on all documents. Nothing was changed.',
  },
  PUBLICATION_ORDERED: {
    http: 409,
    ko: '공개나 공개 취소가 예약된 곳입니다. 예약이 실행되거나 해제된 뒤에 다시 시도해 주세요.',
    en: 'Publishing or unpublishing is already scheduled here. Please try again once it has run or been cancelled.',
  },
  PROPOSAL_DECIDED: {
    http: 409,
    ko: '이미 처리되었거나 취소된 초대 요청입니다. 최신 목록을 확인해 주세요.',
    en: 'This proposal has already been decided or withdrawn. Please check the latest list.',
  },
  PROPOSAL_NAME: {
    http: 422,
    ko: '이름에는 웹 주소나 이메일 주소를 쓸 수 없습니다. ({{list}})',
    en: 'Names must not contain web or e-mail addresses. ({{list}})',
  },
  PROPOSALS_MANY: {
    http: 422,
    ko: '초대 요청은 그룹마다 하루에 {{limit}}명까지 보낼 수 있습니다. 내일 다시 시도해 주세요.',
    en: 'A group can propose up to {{limit}} people a day. Please try again tomorrow.',
  },
  SUBMISSIONS_FULL: {
    http: 422,
    ko: '제출한 자료 가운데 운영자의 확인을 기다리는 것이 너무 많습니다. 운영자가 확인한 뒤에 다시 제출해 주세요.',
    en: 'Too many submitted files are still waiting for review. Please submit more once the operators have reviewed them.',
  },
  RIGHTS_DENIED: {
    http: 403,
    ko: '자료 담당 운영자는 할 수 없는 작업입니다. 다른 운영자에게 요청해 주세요.',
    en: 'Content operators cannot do this. Please ask another operator.',
  },
  UPGRADE_RUNNING: {
    http: 409,
    ko: '이전 버전의 서버가 실행 중이어서 지금은 바꿀 수 없습니다. 나중에 다시 시도해 주세요.',
    en: 'This cannot be changed while a server of an earlier release is running. Please try again later.',
  },
  PUBLISH_TIME: {
    http: 400,
    ko: '지금부터 1년 이내의 시각을 선택해 주세요.',
    en: 'Please choose a time in the future, at most one year ahead.',
  },
  GROUP_NEEDED: {
    http: 400,
    ko: '이 운영자가 속할 그룹을 선택해 주세요.',
    en: 'Please choose a group for this operator.',
  },
  RIGHTS_CHANGED: {
    http: 409,
    ko: '‘{{item}}’에 대한 ‘{{group}}’ 그룹의 권한을 다른 운영자가 그사이 바꾸어 아무것도 변경하지 않았습니다. 최신 권한을 확인해 주세요.',
    en: 'Another operator has changed the permission of group “{{group}}” on “{{item}}” in the meantime, so nothing was changed. Please review the current permissions.',
  },
  RIGHT_CHANGED: {
    http: 422,
    ko: '그사이 다른 운영자가 이 사용자의 권한을 다시 바꾸어 되돌리지 않았습니다.',
    en: 'Another operator has since changed this person’s permission, so nothing was undone.',
  },
  GROUP_CHANGED: {
    http: 422,
    ko: '그사이 그룹이 바뀌어 아무것도 변경하지 않았습니다. 현재 그룹 설정을 확인해 주세요.',
    en: 'The group has changed in the meantime, so nothing was changed. Please review its current settings.',
  },
  MATRIX_FILE: {
    http: 400,
    ko: '권한표로 읽을 수 없는 파일입니다. 이 화면에서 내보낸 Excel 파일(.xlsx)을 사용해 주세요.',
    en: 'This file cannot be read as a permission table. Please use an Excel file (.xlsx) that was exported here.',
  },
  MATRIX_UNMATCHED: {
    http: 422,
    ko: "{{row}}행의 내용('{{text}}')이 이 데이터룸의 항목, 그룹 또는 권한과 일치하지 않아 아무것도 바꾸지 않았습니다.",
    en: "Nothing was changed, because '{{text}}' in row {{row}} matches no item, group or permission of this data room.",
  },
  MATRIX_CHANGED: {
    http: 409,
    ko: '그사이 데이터룸이 바뀌어 미리 확인한 내용과 달라졌으므로 아무것도 바꾸지 않았습니다. 다시 확인한 뒤 적용해 주세요.',
    en: 'Nothing was changed, because the data room has changed since this file was previewed. Please review the preview again.',
  },
  MATRIX_TOO_LARGE: {
    http: 400,
    ko: '권한표가 너무 큽니다. 한 번에 {{rows}}행, 변경 {{changes}}개까지 처리할 수 있습니다.',
    en: 'The permission table is too large. The limits are {{rows}} rows and {{changes}} changes at a time.',
  },
  RIGHTS_DIFFER: {
    http: 409,
    ko: '이 위치에서는 일부 그룹의 권한이 지금보다 높아집니다. 새 위치의 권한을 따를지, 지금 권한을 유지할지 선택해 주세요.',
    en: 'Some groups would gain access in this location. Please choose whether to apply the permissions of the new location or keep the current ones.',
  },
  GROUP_LIMIT: {
    http: 200,
    ko: '그룹은 {{limit}}개까지 만들 수 있습니다.',
    en: 'A data room can have up to {{limit}} groups.',
  },
} as const satisfies Record<string, ErrorEntry>
