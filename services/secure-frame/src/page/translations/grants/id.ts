import type { GrantTexts } from './en.js'

export const id: GrantTexts = {
  'grant.title': 'Izinkan situs web bertindak atas nama Anda',
  'grant.endTitle': 'Cabut izin situs web untuk bertindak atas nama Anda',
  'grant.atMost': 'Keluar dari akun Anda paling banyak',
  'grant.number': 'Izin',
  'grant.who': 'Yang boleh bertindak',
  'grant.may': 'Boleh',
  'grant.total': 'Mengirim hingga {amount} secara keseluruhan, kepada siapa pun.',
  'grant.period':
    'Mengirim hingga {amount} dalam setiap periode {period}, kepada siapa pun. Periode pertama dimulai {start}. Sisa suatu periode tidak terbawa ke periode berikutnya.',
  'grant.stream':
    'Mengirim {initial} di awal dan tambahan {perSecond} setiap detik, mulai {start}, serta paling banyak {maximum} secara keseluruhan, kepada siapa pun.',
  'grant.calls': 'Memanggil setiap fungsi ini pada setiap kontrak ini, tanpa mengirim koin.',
  'grant.callsWithCoins':
    'Memanggil setiap fungsi ini pada setiap kontrak ini, dengan paling banyak {amount} setiap kali.',
  'grant.token': 'Kontrak token',
  'grant.tokenName': '{token}, yang menyebut dirinya “{name}”. Nama itu belum diperiksa siapa pun.',
  'grant.contract': 'Kontrak',
  'grant.function': 'Fungsi',
  'grant.often': 'Berapa kali',
  'grant.times': 'Paling banyak {count} kali',
  'grant.anyTimes': 'Sesering yang dimungkinkan oleh jumlahnya',
  'grant.from': 'Tidak sebelum',
  'grant.until': 'Sampai',
  'grant.says': 'Keterangan situs web',
  'grant.alone':
    'Semua ini dapat dilakukan tanpa bertanya lagi kepada Anda. Izin ini dapat diteruskan kepada pihak lain, dalam batas yang sama.',
  'grant.notCounted':
    'Yang diambil sendiri oleh kontrak-kontrak ini tidak termasuk dalam jumlah ini.',
  'grant.units':
    'Token ini tidak menyebutkan jumlah desimalnya. Jumlah tertera dalam satuan terkecilnya.',
  'grant.danger': 'Bahaya',
  'grant.moves-tokens':
    'Fungsi ini dapat memindahkan token atau koleksi Anda, dalam jumlah berapa pun.',
  'grant.approves-tokens': 'Fungsi ini dapat mengizinkan pihak lain membelanjakan token Anda.',
  'grant.is-token':
    'Kontrak ini adalah token: fungsi-fungsinya menentukan nasib token tersebut yang Anda miliki.',
  'grant.runs-anything': 'Fungsi ini menjalankan apa pun yang dipilih pemanggilnya.',
  'grant.changes-owner': 'Fungsi ini dapat menyerahkan kontrak atau hak di dalamnya.',
  'grant.no-contract':
    'Saat ini tidak ada kontrak di alamat ini. Siapa pun dapat menempatkannya di sana nanti.',
  'grant.lower': 'Izinkan lebih kecil',
  'grant.amount': 'Jumlah keseluruhan paling banyak ({symbol})',
  'grant.count': 'Berapa kali paling banyak',
  'grant.end': 'Berakhir paling lambat',
  'grant.use': 'Gunakan batas ini',
  'grant.onlyLower':
    'Setiap batas harus di atas 0 (jumlah dalam satu pemanggilan boleh 0) dan tidak melebihi yang diminta, dan waktu berakhirnya harus di masa depan.',
  'grant.by': 'Diminta oleh',
  'grant.unknown-function':
    'Tidak diketahui apa yang dilakukan fungsi ini. Fungsi ini mungkin memindahkan apa yang dimiliki akun Anda di sana.',
  'grant.amountPeriod': 'Jumlah paling banyak dalam setiap periode {period} ({symbol})',
  'grant.amountCall': 'Jumlah paling banyak dalam setiap pemanggilan ({symbol})',
}
