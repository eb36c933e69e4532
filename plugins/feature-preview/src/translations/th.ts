import type { Catalogue } from '@latchkey/plugin-api'

export const th: Catalogue = {
  'preview.title': 'ตรวจสอบคำขอนี้',
  'preview.unknown': 'คำขอที่ไม่รู้จัก',
  'preview.position': '{position} จาก {total}',
  'preview.site': 'ผู้ขอ',
  'preview.plugin': 'ฟีเจอร์ของเว็บไซต์นี้',
  'preview.account': 'บัญชี',
  'preview.wallet': 'กระเป๋าเงิน',
  'preview.network': 'เครือข่าย',
  'preview.testnet': 'เครือข่ายทดสอบ',
  'preview.confirm': 'ยืนยัน',
  'preview.decline': 'ปฏิเสธ',
  'preview.next': 'กระเป๋าเงินของคุณจะถามอีกครั้ง',
  'preview.accountChanged': 'บัญชีหรือเครือข่ายเปลี่ยนไป จึงปิดคำขอ',
  'preview.disconnected': 'กระเป๋าเงินถูกยกเลิกการเชื่อมต่อ จึงปิดคำขอ',
  'preview.withdrawn': 'คำขอถูกถอนแล้ว',
}
