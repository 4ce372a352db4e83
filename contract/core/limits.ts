export const LIMITS = {
  jsonBodyBytes: 256_000,
  /** This also limits `data`. */
  jsonBodyBytesMax: 1_000_000,
  jsonDepth: 20,
  /** Arrays and objects count as values too. */
  jsonValues: 20_000,
  groupsPerRoom: 200,
  groupNameLength: 100,
  networksPerGroup: 50,
  grantsPerCall: 1_000,
  matrixChanges: 5_000,
  /** Each folder and each document with grants of its own has a row. */
  matrixRows: 50_000,
  matrixBytes: 10_485_760,
  grantEffectsMax: 100_000,
  inviteesPerCall: 30,
  threadTitle: 300,
  threadText: 20_000,
  threadLinks: 100,
  threadFiles: 5,
  threadFileBytes: 20 * 1024 * 1024,
  threadsPerCall: 500,
  threadsPerRoom: 200_000,
  importRows: 5_000,
  importBytes: 10_485_760,
  /** The limit counts the newest threads that contain the keyword. */
  exportedByKeyword: 20_000,
  indexRowsOfPdf: 10_000,
  indexRows: 1_000_000,
  disclosedItems: 200_000,
  disclosedThreads: 20_000,
  disclosuresPerRoom: 500,
  pdfThreads: 2_000,
  viewName: 40,
  viewsPerMember: 30,
  topicName: 100,
  topicsPerRoom: 200,
  expertsPerTopic: 50,
  uploadBytes: 314_572_800,
  uploadFilesPerCall: 1_000,
  idleMs: 1_800_000,
  idleWarningMs: 120_000,
  /** A session ends after this time even in use. */
  sessionMs: 12 * 3_600_000,
  sessionWarningMs: 600_000,
  elevatedMs: 8 * 3_600_000,
  heartbeatMs: 20_000,
  aliveEveryMs: 60_000,
  /** All members count together. Beyond it, PINs work on known devices only. */
  wrongPinsPerDay: 1_000,
  /** The time counts from the last entry. */
  deviceMs: 90 * 24 * 3_600_000,
  devicesPerMember: 20,
  retentionMs: 730 * 24 * 3_600_000,
  destructionWaitMs: 24 * 3_600_000,
  operatorSeniorityMs: 7 * 24 * 3_600_000,
  entryLinkMs: 30 * 60_000,
  proofLinkMs: 15 * 60_000,
  /** A proof of the address permits changes of rooms for this long. */
  proofMs: 12 * 3_600_000,
  stepCodeMs: 10 * 60_000,
  addressCodeMs: 60 * 60_000,
  addressCodeTries: 5,
  stepAgainMs: 60_000,
  /** The limit applies to each member. */
  pinMailsPerHour: 5,
  leaseIdleMs: 600_000,
  /** One more document closes the least recently used one. */
  leasesPerMember: 50,
  trashMs: 30 * 24 * 3_600_000,
  listDefault: 500,
  listMax: 1_000,
  outlineMax: 4_000,
  itemCountMax: 1_000,
  nameLength: 255,
  treeDepth: 60,
  itemsPerCopy: 50_000,
  /** Contents of named items do not count. */
  itemsPerMeasure: 1_000,
  chosenPerCall: 1_000,
  itemsPerPublication: 1_000,
  itemsPerOrder: 1_000,
  renamesPerCall: 1_000,
  renumberedShown: 100,
  structureRows: 5_000,
  templateName: 100,
  /** The limit applies to a room and includes received documents. */
  expectedDocuments: 5_000,
  expectedPerCall: 1_000,
  expectedShown: 1_000,
  templatesPerRoom: 50,
  proposalsPerCall: 20,
  proposalNoteLength: 500,
  /** The limit applies to each group. */
  proposalsPerDay: 50,
  /** The limit applies to the unpublished submissions of one group. */
  submissionsWaiting: 2_000,
  submissionsWaitingBytes: 21_474_836_480,
  submissionsWaitingShare: 1 / 8,
  itemsPerCheck: 50,
  publicationAheadMs: 366 * 86_400_000,
  /** Folder contents count too. */
  measuredMax: 100_000,
  keywordLength: 200,
  pathsPerCall: 1_000,
  matchesPerName: 20,
  foldersPerCall: 100,
  /** Folder contents do not count. */
  itemsPerTicket: 1_000,
  /** Folder contents count too. */
  itemsPerZip: 50_000,
  ticketMs: 60_000,
  /** The time counts from the issue; a running transfer continues past it. */
  ticketEndMs: 10 * 60_000,
  /** One more ticket ends the oldest one. */
  ticketsPerMember: 200,
  /** An upload expires when no byte arrives for this long. */
  uploadRestMs: 24 * 3_600_000,
  uploadsPerMember: 200,
  /** Each piece except the last must have at least this size. */
  uploadPieceBytes: 32_768,
  findLength: 100,
  /** Each returned document must be decrypted first. */
  searchDefault: 20,
  searchPages: 10,
  searchCountMax: 1_000,
  findHits: 1_000,
  pageCharacters: 100_000,
  linksPerPage: 1_000,
  linkLength: 2_000,
  /** PDF uses at most 127 bytes of a password. */
  passwordLength: 500,
  reportsPerCall: 100,
  pageWidthMin: 16,
  pageWidthMax: 4_096,
  messageTitle: 200,
  messageContent: 10_000,
  recipientsPerMessage: 1_000,
  sentMessageMs: 90 * 24 * 3_600_000,
  /** A file is kept this long for downloads and repeated mails. */
  messageFileMs: 7 * 24 * 3_600_000,
  draftLength: 60_000,
  draftMs: 7 * 24 * 3_600_000,
  /** Mail servers rarely accept more, so a larger file becomes a link. */
  attachmentBytes: 10_000_000,
  /** Each mail holds a copy until it is sent. */
  attachmentBytesOfAll: 200_000_000,
  pagesPerDocument: 5_000,
  stampPixels: 2_000,
  boxesPerDocument: 2_000,
  annotationsPerDocument: 2_000,
  participantsPerDocument: 100,
  documentsPerInvitation: 50,
  /** The limit applies to the JSON of all pages together. */
  annotationsBytes: 8_000_000,
  boxText: 1_000,
  boxLabel: 40,
  signatureImageBytes: 5_000_000,
  logoBytes: 512 * 1024,
  logoPixels: 640,
  agreementText: 40_000,
  agreementBytes: 10 * 1024 * 1024,
  agreementPages: 100,
  /** The width is in pixels. */
  agreementPageWidth: 1_400,
  /** The validity is in days. */
  signValidDefault: 14,
  signValidMax: 365,
  /** The limit applies to each room. */
  signMailsPerHour: 500,
  remindAgainMs: 10 * 60_000,
  /** The limit applies to all image files of one document to sign. */
  signFilesBytes: 20_000_000,
  /** The limit counts base64 characters, which all signers share equally. */
  signatureImagesBytes: 60_000_000,
  signNotice: 2_000,
  declineReason: 500,
  archiveMs: 3 * 24 * 3_600_000,
  /** The limit applies to each person and separately to each room. */
  archivesAtOnce: 5,
  /** Watermarked copies occupy the disk. */
  ownArchivesAtOnce: 3,
  itemsPerArchive: 200_000,
  archivePassphraseMin: 12,
  usersUnlimited: 10_000,
  roomStorageBytes: 10_000_000_000,
} as const

/** Beyond a limit, answers are delayed; beyond twice the limit, they are refused for the rest of the period. */
export const READING_LIMITS = {
  documentsPerMinute: 30,
  pagesPerMinute: 120,
  downloadsPerMinute: 30,
  documentsPerHour: 300,
  pagesPerHour: 2_000,
  downloadsPerHour: 300,
} as const

export const READING_LIMIT_MAX = 100_000

/** The values are percentages of the standard strength. */
export const WATERMARK_STRENGTH = { least: 50, most: 200 } as const

export const EXTENSIONS = [
  'jpg',
  'jpeg',
  'bmp',
  'png',
  'pdf',
  'hwp',
  'hwpx',
  'doc',
  'docx',
  'xls',
  'xlsx',
  'ppt',
  'pptx',
] as const
export type Extension = (typeof EXTENSIONS)[number]

/** The wire uses these values of `type`. */
export const ITEM_TYPE = { file: 4, folder: 5, emptyRoot: 8 } as const

/** The wire uses these values. */
export const ROLE = { operator: 4, participant: 5 } as const

/** Each recipient's mail holds a copy. */
export const attachmentLimit = (recipients: number): number =>
  Math.min(
    LIMITS.attachmentBytes,
    Math.floor(LIMITS.attachmentBytesOfAll / Math.max(1, recipients)),
  )

const MESSAGE_FILES_LEAST = 50_000_000

/** These bytes are not part of the room's storage. */
export function messageFilesBudget(roomStorage: number): {
  readonly room: number
  readonly member: number
} {
  const room = Math.max(MESSAGE_FILES_LEAST, Math.floor(roomStorage / 20))
  return { room, member: Math.floor(room / 5) }
}

/** The unit is device pixels; other requests are rounded up. */
export const PAGE_WIDTHS = [64, 128, 256, 480, 800, 1_200, 1_600, 2_400, 3_200, 4_096] as const

/** Tiled pages refuse other widths. */
export const TILED_WIDTHS = [
  800, 1_200, 1_600, 2_400, 3_200, 4_800, 6_400, 9_600, 12_800, 19_200,
] as const
