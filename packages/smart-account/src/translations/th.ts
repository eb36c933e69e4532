import type { Catalogue } from '@latchkey/plugin-api'

export const th: Catalogue = {
  'errors.smart.bad_input': 'บัญชีอัจฉริยะดำเนินการคำขอนี้ไม่ได้',
  'errors.smart.limits_refused': 'จำกัดสิทธิ์นี้ตามที่ขอไม่ได้ ไม่มีการให้สิทธิ์ใด',
  'errors.smart.bundler_failed':
    'ขณะนี้เครือข่ายไม่รับรายการของบัญชีอัจฉริยะ โปรดลองอีกครั้งภายหลัง หรือใช้บัญชีอื่นของคุณ',
  'errors.smart.gas_beyond_bounds': 'ค่าธรรมเนียมที่ขอสูงเกินไป ไม่มีการส่งสิ่งใด',
  'errors.smart.paymaster_refused': 'ผู้ที่จะจ่ายค่าธรรมเนียมขอสิ่งอื่น ไม่มีการส่งสิ่งใด',
  'errors.smart.node_failed': 'ขณะนี้สอบถามเครือข่ายไม่ได้ โปรดลองอีกครั้ง',
}
