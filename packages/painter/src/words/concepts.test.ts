import { describe, expect, it } from 'vitest'
import { readText } from './read-words.ts'
import { LANGUAGES, type Language } from './tables.ts'

const NAMES = ['en', 'de', 'es', 'fr', 'pt', 'ar', 'ja', 'zh'] as const

/**
 * What people describe, in all eight languages: the part and value that a word must be read as, then the word as it
 * may stand in a description.
 */
const CONCEPTS = `
look woman | woman | Frau | mujer | femme | mulher | المرأة | 女性 | 女人
look woman | lady | Dame | dama | dame | dama | السيدة | 婦人 | 女士
look woman | mother | Mutter | madre | mère | mãe | الأم | 母親 | 妈妈
look woman | grandmother | Großmutter | abuela | grand-mère | avó | الجدة | おばあさん | 奶奶
look woman | sister | Schwester | hermana | sœur | irmã | الأخت | 姉 | 姐姐
look woman | daughter | Tochter | hija | fille | filha | الابنة | 娘 | 女儿
look woman | wife | Ehefrau | esposa | épouse | esposa | الزوجة | 妻 | 妻子
look woman | girlfriend | Freundin | novia | copine | namorada | حبيبة | 彼女 | 女朋友
look woman | aunt | Tante | tía | tante | tia | العمة | おばさん | 阿姨
look woman | waitress | Kellnerin | camarera | serveuse | garçonete | نادلة | ウェイトレス | 女服务员
look woman | actress | Schauspielerin | actriz | actrice | atriz | ممثلة | 女優 | 女演员
look man | man | Mann | hombre | homme | homem | الرجل | 男性 | 男人
look man | gentleman | Herr | caballero | monsieur | cavalheiro | السيد | 紳士 | 绅士
look man | father | Vater | padre | père | pai | الأب | 父親 | 爸爸
look man | grandfather | Großvater | abuelo | grand-père | avô | الجد | おじいさん | 爷爷
look man | brother | Bruder | hermano | frère | irmão | الأخ | 兄 | 哥哥
look man | husband | Ehemann | marido | mari | marido | الزوج | 夫 | 丈夫
look man | boyfriend | Freund | novio | copain | namorado | حبيب | 彼氏 | 男朋友
look man | uncle | Onkel | tío | oncle | tio | العم | おじさん | 叔叔
years young | young | junge | jóvenes | jeune | jovem | شابة | 若い | 年轻
years middle | middle-aged | mittleren Alters | de mediana edad | d’âge mûr | de meia-idade | متوسطة العمر | 中年 | 中年
years middle | veteran | Veteranin | veterana | vétéran | veterana | محارب قديم | ベテラン | 老兵
years old | old | alte | vieja | âgé | velha | مسن | 老人 | 老人
years old | retired | pensionierte | jubilada | retraitée | aposentada | متقاعدة | 退職した | 退休
glasses round | glasses | Brille | gafas | lunettes | óculos | نظارتها | 眼鏡 | 眼镜
glasses round | spectacles | Hornbrille | anteojos | lunettes | óculos | النظارة | メガネ | 眼镜
glasses sunglasses | sunglasses | Sonnenbrille | gafas de sol | lunettes de soleil | óculos escuros | نظارة شمسية | サングラス | 墨镜
facial beard | beard | Bart | barba | barbe | barba | لحيته | ひげ | 胡子
facial moustache | moustache | Schnurrbart | bigote | moustache | bigode | شاربه | 口ひげ | 八字胡
facial longBeard | long beard | langen Bart | barba larga | longue barbe | barba longa | لحية طويلة | 長いひげ | 长胡子
hair cropNatural | short hair | kurze Haare | pelo corto | cheveux courts | cabelo curto | شعر قصير | 短い髪 | 短发
hair longLoose | long hair | langen Haaren | pelo largo | cheveux longs | cabelos longos | شعرها طويل | 長い髪 | 长发
hair longLoose | straight hair | glatte Haare | pelo liso | cheveux raides | cabelo liso | شعر أملس | ストレートヘア | 直发
hair bigCurls | curly hair | lockiges Haar | pelo rizado | cheveux bouclés | cabelo cacheado | شعرها مجعد | 巻き毛 | 卷发
hair surf | wavy hair | welliges Haar | pelo ondulado | cheveux ondulés | cabelo ondulado | شعر مموج | ウェーブ | 波浪发
hair braid | braid | Zopf | trenza | tresse | trança | ضفيرتها | 三つ編み | 辫子
hair windPony | ponytail | Pferdeschwanz | coleta | queue de cheval | rabo de cavalo | ذيل حصان | ポニーテール | 马尾
hair partedBack | bun | Dutt | moño | chignon | coque | كعكة شعر | お団子 | 发髻
hair bobFringe | bangs | Pony | flequillo | frange | franja | غرة | 前髪 | 刘海
hair bobFringe | bob | Bob | media melena | carré | chanel | قصة بوب | ボブ | 波波头
hair none | bald | kahlen | calva | chauve | careca | الأصلع | 禿 | 光头
hairColour black | black hair | schwarze Haare | pelo negro | cheveux noirs | cabelo preto | شعر أسود | 黒髪 | 黑发
hairColour brown | brown hair | braune Haare | pelo castaño | cheveux bruns | cabelo castanho | شعر بني | 茶髪 | 棕发
hairColour blond | blonde hair | blonde Haare | pelo rubio | cheveux blonds | cabelo loiro | شعر أشقر | 金髪 | 金发
hairColour black | black hair | schwarzen Haaren | cabello negro | cheveux noirs | cabelos pretos | ذات الشعر الأسود | 黒い髪 | 黑头发
hairColour black | long black hair | langen schwarzen Haaren | pelo negro largo | longs cheveux noirs | cabelo preto longo | بشعرها الأسود الطويل | 長い黒髪 | 黑色长发
hair longLoose | long black hair | langen schwarzen Haaren | pelo negro largo | longs cheveux noirs | cabelo preto longo | بشعرها الأسود الطويل | 長い黒髪 | 黑色长发
hairColour copper | red hair | roten Haaren | pelirrojo | rousses | ruivo | بشعره الأحمر | 赤毛 | 红头发
hairColour copper | red hair | rote Haare | pelirroja | rousse | ruiva | شعر أحمر | 赤い髪 | 红发
hairColour silver | grey hair | graue Haare | pelo gris | cheveux gris | cabelo grisalho | شعر رمادي | 灰色の髪 | 灰发
hairColour white | white hair | weiße Haare | pelo blanco | cheveux blancs | cabelo branco | شعر أبيض | 白い髪 | 白发
skin ash | zombie | Zombie | zombi | zombie | zumbi | زومبي | ゾンビ | 丧尸
anyHat hat | hat | Hut | sombrero | chapeau | chapéu | القبعة | 帽子 | 帽子
anyHat hat | straw hat | Strohhut | sombrero de paja | chapeau de paille | chapéu de palha | قبعة قش | 麦わら帽子 | 草帽
hat stationCap | cap | Mütze | gorra | casquette | boné | كاب | キャップ | 鸭舌帽
hat stationCap | baseball cap | Baseballkappe | gorra de béisbol | casquette de baseball | boné de beisebol | قبعة بيسبول | 野球帽 | 棒球帽
hat bandana | bandana | Kopftuch | pañuelo | foulard | bandana | باندانا | バンダナ | 头巾
hat beret | beret | Baskenmütze | boina | béret | boina | بيريه | ベレー帽 | 贝雷帽
hat beanie | beanie | Wollmütze | gorro | bonnet | gorro | قبعة صوفية | ニット帽 | 毛线帽
hat beanie | woolly hat | Strickmütze | gorro de lana | bonnet de laine | gorro de lã | قبعة صوف | ビーニー | 针织帽
hat tricorn | tricorn | Dreispitz | tricornio | tricorne | tricórnio | قبعة قرصان | 三角帽 | 三角帽
hat top | top hat | Zylinder | sombrero de copa | haut-de-forme | cartola | قبعة عالية | シルクハット | 高礼帽
hat cowboy | cowboy hat | Cowboyhut | sombrero vaquero | chapeau de cow-boy | chapéu de vaqueiro | قبعة رعاة البقر | カウボーイハット | 牛仔帽
hat wizard | wizard hat | Zauberhut | sombrero de mago | chapeau pointu | chapéu de mago | قبعة ساحر | とんがり帽子 | 巫师帽
hat witch | witch hat | Hexenhut | sombrero de bruja | chapeau de sorcière | chapéu de bruxa | قبعة ساحرة | 魔女の帽子 | 女巫帽
hat crown | crown | Krone | corona | couronne | coroa | التاج | 王冠 | 王冠
hat hood | hood | Kapuze | capucha | capuche | capuz | قلنسوة | フード | 兜帽
hat hood | hijab | Hidschab | hiyab | hijab | hijab | حجابها | ヒジャブ | 希贾布
hat helmet | helmet | Helm | casco | casque | capacete | خوذته | ヘルメット | 头盔
hat flowers | flower crown | Blumenkranz | corona de flores | couronne de fleurs | coroa de flores | إكليل زهور | 花冠 | 花环
hat headphones | headphones | Kopfhörern | auriculares | écouteurs | fones de ouvido | سماعات | ヘッドホン | 耳机
clothes trench | coat | Wintermantel | abrigo | manteau | casaco | معطفها | コート | 大衣
clothes trench | raincoat | Regenmantel | impermeable | imperméable | capa de chuva | معطف مطر | レインコート | 雨衣
clothes trench | jacket | Jacke | chaqueta | veste | jaqueta | سترة | ジャケット | 夹克
clothes nordic | sweater | Wollpullover | jersey | pull | suéter | كنزة | セーター | 毛衣
clothes nordic | cardigan | Strickjacke | rebeca | cardigan | cardigã | كارديغان | カーディガン | 开衫
clothes apron | apron | Schürze | delantal | tablier | avental | مئزر | エプロン | 围裙
clothes uniform | uniform | Uniform | uniforme | uniforme | uniforme | زي رسمي | 制服 | 制服
clothes waistcoat | waistcoat | Weste | chaleco | gilet | colete | صدرية | ベスト | 马甲
clothes leafCoat | cloak | Umhang | capa | cape | capa | عباءة | マント | 斗篷
clothes crew | t-shirt | T-Shirt | camiseta | t-shirt | camiseta | تيشيرت | Tシャツ | T恤
clothes crew | shirt | Hemd | camisa | chemise | camisa | القميص | シャツ | 衬衫
clothes crew | blouse | Bluse | blusa | chemisier | blusa | بلوزة | ブラウス | 女衬衫
clothes gown | dress | Sommerkleid | vestido | robe | vestido | فستانها | ドレス | 连衣裙
clothes suit | suit | Anzug | traje | costume | terno | بدلة | スーツ | 西装
clothes suit | tie | Krawatte | corbata | cravate | gravata | ربطة عنق | ネクタイ | 领带
clothes leather | leather jacket | Lederjacke | chaqueta de cuero | blouson de cuir | jaqueta de couro | سترة جلدية | 革ジャン | 皮夹克
clothes hoodie | hoodie | Kapuzenpulli | sudadera | sweat à capuche | moletom | هودي | パーカー | 卫衣
clothes kimono | kimono | Kimono | kimono | kimono | quimono | كيمونو | 着物 | 和服
clothes armour | armour | Rüstung | armadura | armure | armadura | درع | 鎧 | 盔甲
clothes robe | robe | Robe | túnica | toge | túnica | رداء | ローブ | 长袍
clothes shawl | shawl | Tuch | chal | châle | xale | شالها | ショール | 披肩
clothes scarf | scarf | Schal | bufanda | écharpe | cachecol | وشاح | マフラー | 围巾
clothes jumpsuit | overalls | Latzhose | overol | salopette | macacão | بذلة عمل | オーバーオール | 背带裤
clothes rashVest | wetsuit | Neoprenanzug | traje de neopreno | combinaison de plongée | roupa de mergulho | بدلة غوص | ウェットスーツ | 潜水服
clothes workCollar | doctor | Ärztin | médica | médecin | médica | طبيبة | 医者 | 医生
clothes apron | baker | Bäcker | panadero | boulangère | padeiro | خباز | パン屋 | 面包师
clothes apron | barista | Barista | barista | barista | barista | باريستا | バリスタ | 咖啡师
clothes uniform | captain | Kapitän | capitán | capitaine | capitão | قبطان | 船長 | 船长
clothes uniform | policewoman | Polizistin | policía | policière | policial | شرطية | 警察官 | 警察
clothes uniform | soldier | Soldatin | soldado | soldat | soldado | جندي | 兵士 | 士兵
clothes waistcoat | musician | Musikerin | músico | musicien | músico | موسيقي | 音楽家 | 音乐家
clothes waistcoat | bartender | Barkeeper | barman | barman | barman | ساقي | バーテンダー | 调酒师
clothes trench | detective | Detektiv | detective | détective | detetive | محقق | 探偵 | 侦探
clothes jumpsuit | astronaut | Astronautin | astronauta | astronaute | astronauta | رائد فضاء | 宇宙飛行士 | 宇航员
clothes jumpsuit | mechanic | Mechaniker | mecánico | mécanicien | mecânico | ميكانيكي | 整備士 | 机械师
clothes privateer | sailor | Matrose | marinero | marin | marinheiro | بحار | 船乗り | 水手
clothes shawl | poet | Dichterin | poeta | poète | poeta | شاعر | 詩人 | 诗人
clothes blouseApron | maid | Dienstmädchen | criada | soubrette | empregada | خادمة | メイド | 女仆
clothes crew | student | Studentin | estudiante | étudiante | estudante | طالبة | 学生 | 学生
clothes crew | athlete | Sportlerin | deportista | sportive | atleta | رياضية | スポーツ選手 | 运动员
clothes crew | coder | Programmiererin | programadora | programmeuse | programadora | مبرمجة | プログラマー | 程序员
clothes suit | lawyer | Anwältin | abogada | avocate | advogada | محامية | 弁護士 | 律师
cloth tide | blue | blauen | azules | bleue | azul | الأزرق | 青い | 蓝
cloth moss | green | grünen | verde | verte | verde | الخضراء | 緑の | 绿
cloth brass | yellow | gelben | amarilla | jaune | amarela | الصفراء | 黄色い | 黄色
cloth plum | purple | lila | morada | violette | roxa | البنفسجي | 紫の | 紫
cloth clay | orange | orange | naranja | orange | laranja | برتقالي | オレンジ | 橙色
cloth clay | brown | braunen | marrón | marron | marrom | البني | 茶色い | 棕色
cloth slate | black | schwarzen | negra | noire | preta | السوداء | 黒い | 黑
cloth slate | grey | grauer | gris | grise | cinza | الرمادي | グレー | 灰色
cloth rose | red | roten | roja | rouge | vermelha | الأحمر | 赤い | 红
cloth rose | pink | rosa | rosa | rose | cor-de-rosa | الوردي | ピンク | 粉红
cloth teal | turquoise | türkis | turquesa | turquoise | turquesa | فيروزي | ターコイズ | 青绿
scene porthole | space | Weltraum | espacio | espace | espaço | الفضاء | 宇宙 | 太空
scene snowStation | snow | Schnee | nieve | neige | neve | الثلج | 雪 | 雪
scene newsroom | office | Büro | oficina | bureau | escritório | المكتب | オフィス | 办公室
scene teaRoom | restaurant | Restaurant | restaurante | restaurant | restaurante | المطعم | レストラン | 餐厅
scene teaRoom | market | Markt | mercado | marché | mercado | السوق | 市場 | 市场
scene sea | beach | Strand | playa | plage | praia | الشاطئ | 砂浜 | 沙滩
scene stage | stage | Bühne | escenario | scène | palco | المسرح | 舞台 | 舞台
scene dome | stars | Sternen | estrellas | étoiles | estrelas | النجوم | 星 | 星星
scene kitchen | kitchen | Küche | cocina | cuisine | cozinha | المطبخ | 台所 | 厨房
scene kitchen | cafe | Café | cafetería | café | café | المقهى | カフェ | 咖啡馆
scene hall | palace | Palast | palacio | palais | palácio | القصر | 宮殿 | 宫殿
scene library | library | Bibliothek | biblioteca | bibliothèque | biblioteca | المكتبة | 図書館 | 图书馆
scene studio | radio | Radio | radio | radio | rádio | الإذاعة | ラジオ | 电台
scene mapRoom | desert | Wüste | desierto | désert | deserto | الصحراء | 砂漠 | 沙漠
scene rainyStreet | rain | Regen | lluvia | pluie | chuva | المطر | 雨 | 下雨
scene rainyStreet | street | Straße | calle | rue | rua | الشارع | 街角 | 街道
scene lighthouse | lighthouse | Leuchtturm | faro | phare | farol | المنارة | 灯台 | 灯塔
scene castle | castle | Burg | castillo | château | castelo | القلعة | 城 | 城堡
scene forest | forest | Wald | bosque | forêt | floresta | الغابة | 森 | 森林
scene shipDeck | ship | Schiff | barco | navire | navio | السفينة | 船 | 船
scene tavern | bar | Bar | bar | bar | bar | الحانة | バー | 酒吧
scene classroom | school | Schule | escuela | école | escola | المدرسة | 学校 | 学校
scene garden | garden | Garten | jardín | jardin | jardim | الحديقة | 庭 | 花园
scene garden | park | Park | parque | parc | parque | المتنزه | 公園 | 公园
scene mountains | mountains | Bergen | montañas | montagnes | montanhas | الجبال | 山 | 山
light oven | candle | Kerze | vela | bougie | vela | شمعة | ろうそく | 蜡烛
light moon | moonlight | Mondlicht | luz de luna | clair de lune | luar | ضوء القمر | 月明かり | 月光
light sea | sunset | Sonnenuntergang | atardecer | coucher de soleil | pôr do sol | الغروب | 夕焼け | 日落
light day | morning | morgens | mañana | matin | manhã | الصباح | 朝 | 早晨
`
  .trim()
  .split('\n')
  .map((line) => line.split(' | '))

const valuesOf = ({ table }: Language): string[] =>
  Object.entries(table).flatMap(([part, values]) => Object.keys(values).map((value) => `${part} ${value}`))

describe.each(LANGUAGES.map((language, at) => ({ name: NAMES[at], language, at })))('in $name', ({ language, at }) => {
  it('there is a word for every value that another language has a word for', () => {
    const known = new Set(valuesOf(language))
    const missing = LANGUAGES.flatMap(valuesOf).filter((value) => !known.has(value))
    expect([...new Set(missing)]).toEqual([])
  })

  it.each(CONCEPTS.map(([entry = '', ...words]) => ({ entry, word: words[at] ?? '' })))('$word is $entry', (row) => {
    const small = language.small?.slice(0, 4).join(' ') ?? ''
    const { matches } = readText(`${small} ${row.word}`)
    expect(matches.map(({ part, value }) => `${part} ${value}`)).toContain(row.entry)
  })
})
