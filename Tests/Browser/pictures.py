"""Golden pictures: what pages looked like when somebody last agreed to it, and how much another look may differ."""

import io
import os
from pathlib import Path

from PIL import Image, ImageChops, ImageFilter

REPOSITORY = Path(__file__).parents[2]
# Where the new picture and the difference are written of one that differs.
DIFFERENT = REPOSITORY / ".build/pictures"
# `make pictures` sets it: pictures that differ are written anew.
UPDATES = bool(os.environ.get("UPDATE_PICTURES"))

# Pictures are compared by the mean colours of squares of so many pixels of the page, in which the smoothing of edges
# vanishes.
SQUARE = 8
# How much a channel of the mean may differ: where there are edges in either picture, and where there are none.
ROUGH, FLAT = 18, 4
# In a square without edges no pixel is farther than this from the mean: lossy files have noise of their own.
NOISE = 6
# So many squares may differ, of those with edges and of those without.
ALLOWED_ROUGH, ALLOWED_FLAT = 2, 12


def brightest(image):
    """The greatest of the channels of each pixel."""
    red, green, blue = image.split()
    return ImageChops.lighter(ImageChops.lighter(red, green), blue)


def squares(image, side):
    """The mean colour of each square, and where there are edges (255)."""
    means = image.reduce(side)
    enlarged = means.resize((means.width * side, means.height * side), Image.Resampling.NEAREST)
    deviation = brightest(ImageChops.difference(image, enlarged.crop((0, 0, *image.size))))
    edges = deviation.point(lambda value: 255 if value > NOISE else 0)
    # A square has edges where any of its pixels deviates, or of those around it: lossy files blur across squares.
    edges = edges.reduce(side).point(lambda value: 255 if value else 0)
    return means, edges.filter(ImageFilter.MaxFilter(3))


def differences(one, other, scale=1):
    """The squares that differ too much, white on black; `None` if the pictures are alike.

    `scale` is how many pixels of the page a pixel of the pictures is wide."""
    if one.size != other.size:
        return Image.new("L", (1, 1), 255)
    (means, edges), (other_means, other_edges) = squares(one, SQUARE // scale), squares(other, SQUARE // scale)
    edges = ImageChops.lighter(edges, other_edges)
    distance = brightest(ImageChops.difference(means, other_means))
    rough = ImageChops.darker(distance.point(lambda value: 255 if value > ROUGH else 0), edges)
    flat = ImageChops.subtract(distance.point(lambda value: 255 if value > FLAT else 0), edges)
    found = [where for where, allowed in ((rough, ALLOWED_ROUGH), (flat, ALLOWED_FLAT))
             if where.histogram()[255] > allowed]
    return ImageChops.lighter(rough, flat) if found else None


class Album:
    """The golden pictures of a folder, to which new ones are compared.

    `scale` is how many pixels of the page a pixel of a golden picture is wide. The folder may have other pictures if it
    is `shared`."""

    def __init__(self, folder, suffix=".webp", scale=1, shared=False):
        self.folder, self.suffix, self.scale, self.shared = Path(folder), suffix, scale, shared
        self.names, self.different = set(), []

    def check(self, name, page, **options):
        """Compares a page, as it is now, to its golden picture."""
        self.names.add(name)
        file = self.folder / (name + self.suffix)
        golden = decoded(file.read_bytes()) if file.exists() else None

        def is_right():
            return golden and not differences(golden, self.as_kept(taken), self.scale)

        taken, same = take(page, **options), 0
        # A page may not be ready yet: its picture is taken until it is right, or has been the same for a while.
        while not is_right() and same < 3:
            page.wait_for_timeout(150)
            again = take(page, **options)
            same, taken = same + 1 if again == taken else 0, again
        if is_right():
            return
        if UPDATES:
            self.folder.mkdir(parents=True, exist_ok=True)
            file.write_bytes(encoded(taken.reduce(self.scale), self.suffix))
        else:
            self.report(name, golden, taken)

    def as_kept(self, taken):
        """What a file would have of a picture: what a lossy file changes, it changes alike in alike pictures."""
        return decoded(encoded(taken.reduce(self.scale), self.suffix))

    def report(self, name, golden, taken):
        """Notes that a picture differs, and writes it, and where it differs."""
        title, folder = f"{self.folder.name}/{name}", DIFFERENT / self.folder.name
        folder.mkdir(parents=True, exist_ok=True)
        taken.save(folder / f"{name}.new.png")
        kept = self.as_kept(taken)
        if golden is None:
            self.different.append(f"{title}: there is no golden picture")
        elif golden.size != kept.size:
            self.different.append(f"{title}: the golden picture is {golden.size}, the new one {kept.size}")
        else:
            where = differences(golden, kept, self.scale)
            where = where.resize([side * SQUARE for side in where.size], Image.Resampling.NEAREST)
            # The new picture, faded, with what differs in red.
            faded = Image.blend(taken, Image.new("RGB", taken.size, "white"), 0.7)
            faded.paste("red", mask=where.crop((0, 0, *taken.size)).point(lambda value: value // 2))
            faded.save(folder / f"{name}.difference.png")
            self.different.append(f"{title}: {folder / name}.difference.png")

    def close(self):
        """Fails if a picture differs, or is of a page that is no more."""
        for file in [] if self.shared else sorted(self.folder.glob(f"*{self.suffix}")):
            if file.stem not in self.names:
                if UPDATES:
                    file.unlink()
                else:
                    self.different.append(f"{self.folder.name}/{file.stem}: there is no such page")
        assert self.different == [], "\n".join([*self.different, "`make pictures` makes them anew."])


def take(page, **options):
    return Image.open(io.BytesIO(page.screenshot(animations="disabled", **options))).convert("RGB")


def encoded(image, suffix):
    """The bytes of a file of pictures."""
    file = io.BytesIO()
    if suffix == ".png":
        image.quantize(256, dither=Image.Dither.NONE).save(file, "PNG", optimize=True)
    else:
        image.save(file, "WEBP", quality=60, method=4)
    return file.getvalue()


def decoded(file):
    return Image.open(io.BytesIO(file)).convert("RGB")
