const list = (text: string) => text.trim().split(/\s+/);

/**
 * Each list has 256 words that are easy to say and spell, and that do not sound alike. Bookings store
 * positions in these lists, so a word can be replaced but not moved.
 */
export const FIRST_WORDS = list(`
active agile amazing amber autumn awake bouncy brave breezy bright bronze brown bubbly busy buttery calm
careful carved central checked cheerful chilly circular classic clean clever climbing cloudy coastal
cobalt common complete cool copper coral cosy cotton crispy crooked crunchy crystal daily dancing
digital distant dotted eager early earthy eastern easy electric elegant emerald endless evening expert
faithful famed famous fancy fertile festive flexible floating floral fluffy flying foggy folded foreign
formal fragrant fresh friendly frosty frozen fuzzy gallant generous gentle genuine giant gifted gleaming
global glossy glowing golden graceful granite grassy green happy heavy helpful honest hopeful humble
ideal immense infinite instant ivory jolly joyful jumping keen knitted large lasting laughing lavish
leafy leather level light logical loyal lucky lunar magical magnetic major merry metal midnight mild
misty modern modest morning musical narrow natural nearby neat nimble noble noisy northern novel olive
orange orderly organic original oval painted patient peaceful perfect pink plastic playful pleasant
polished polite popular portable precious prompt proper punctual purple quick quiet radiant rainy rapid
rare recent relaxed reliable robust rocky round rubber ruby running rustic rusty safe sandy scarlet
scenic serene sharp shiny silent silver simple sincere singing skyblue sleek small smart smiling smooth
soft solar southern sparkly special speedy spicy spiral splendid spotted square stable stately steady
stormy straight strange striped strong stylish sudden summer superb supreme sweet swift swimming
talented tasty thankful tiny tropical truthful unique united useful valuable velvet vibrant walking warm
wavy weekly welcome western whole windy winning winter wooden worthy woven yellow youthful zesty zippy
`);

export const SECOND_WORDS = list(`
acrobat airplane anchor antelope apple apricot archway avocado backpack badge baker balloon bamboo banjo
banner baobab basket beetle beetroot bicycle blanket blossom bracelet bridge broom brush bucket buffalo
butter button cabbage cabinet cactus calendar camel camera candle canoe canyon carpet carrot cashew
cassava castle cheese cherry chimney cinema cinnamon circus cloud cocoa coconut comet compass computer
cottage crayon crown cupboard cushion diamond doctor dolphin doorbell drawer drum eagle echo elephant
engine envelope eraser falcon farmer feather ferry festival firefly flamingo flute football forest fork
galaxy garage garden garlic gazelle ginger giraffe glacier globe goalpost grape guava guitar hammer
hanger hat hedgehog helmet hippo hockey honey iceberg island jacket jigsaw journal jungle kangaroo
kettle kitchen kite koala ladder ladybird lagoon lamp lantern laptop lemon leopard lettuce library lime
lion lizard lobster lorry magazine magnet mango maple marathon marker mattress meadow medal millet
mirror moon mountain museum mushroom necklace needle notebook ocean octopus onion ostrich oyster palace
pancake parsley pawpaw peach peacock peanut pearl pebble pelican pencil penguin pepper piano picnic
pigeon pillow planet plantain plate plum popcorn postcard printer pudding pumpkin puzzle pyramid rabbit
radio radish raft rainbow rhino rice river robin rocket ruler sailboat sailor salmon sandal sandwich
saucer scarf scissors shadow shovel shrimp slipper snowman soup spider spinach spoon squirrel stamp star
statue stool sugar sunrise sunset sweater table taxi teacher teapot temple tennis tent thread thunder
tiger toaster tomato toucan tower tractor train tray trophy trouser trumpet tulip tuna turtle umbrella
valley vanilla vase violin waffle wagon wallet walnut weekend whistle window yam zebra
`);
