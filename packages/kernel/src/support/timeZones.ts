const RESTRICTED = [
  'Asia/Shanghai',
  'Asia/Urumqi',
  'Asia/Chongqing',
  'Asia/Chungking',
  'Asia/Harbin',
  'Asia/Kashgar',
  'PRC',
  'Asia/Hong_Kong',
  'Hongkong',
  'Asia/Macau',
  'Asia/Macao',
]

/**
 * Whether a time zone is one of mainland China, Hong Kong or Macau, where a host may want other
 * servers.
 */
export const isRestrictedTimeZone = (
  zone = Intl.DateTimeFormat().resolvedOptions().timeZone,
): boolean => RESTRICTED.includes(zone)
